import {
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { aucklandDay, formatDay } from '#lib/domain/dates.ts'
import { payNote } from '#lib/domain/finance-words.ts'
import { useToday } from '#ui/use-today.ts'
import { FinanceFigures } from '#ui/FinanceFigures.tsx'
import { configurationKey } from '#stores/quote.ts'
import { paths } from '#stores/site.ts'
import type { BuilderProps } from '#ui/configuration/builder-data.ts'
import './builder.css'
import { carOf, inOrder } from '#ui/configuration/car-of.ts'
import { GradeChoice, ModelChoice, OptionChoice } from '#ui/configuration/CarChoices.tsx'
import { AccessoryChoice, CarePlanChoice } from '#ui/configuration/ExtraChoices.tsx'
import { CarView } from './CarView.tsx'
import { KeepQuote } from './KeepQuote.tsx'
import { FinanceFields, PayChoice } from '#ui/configuration/PayChoice.tsx'
import { Comparison } from '#ui/configuration/Comparison.tsx'
import { Part } from '#ui/configuration/Part.tsx'
import { PriceBar } from './PriceBar.tsx'
import { loadConfig } from './quote-calls.ts'
import { Running } from './Running.tsx'
import { Summary } from './Summary.tsx'
import { SwatchGroup } from '#ui/configuration/SwatchGroup.tsx'
import { useConfiguration, type Configuration } from './use-configuration.ts'

/** Build and quote: `<Builder client:load {...builderProps(catalogue, carSize)} />`. */
export function Builder({ catalogue: full, words }: BuilderProps) {
  const { catalogue, configuration } = useConfiguration(full)
  const { request, shown, change } = configuration
  const car = useMemo(() => carOf(request.kdcd, catalogue), [request.kdcd, catalogue])
  const { model, variant, option } = car
  const [isDepositValid, setIsDepositValid] = useState(true)
  const chooseColour = useCallback((colourCode: string) => change({ colourCode }), [change])
  const chooseInterior = useCallback((interiorCode: string) => change({ interiorCode }), [change])
  // The car, its price and what was pressed change at once; what follows from them is written out in the next frame.
  const later = { request: useDeferredValue(request), shown: useDeferredValue(shown) }
  const laterCar = useDeferredValue(car)
  const colours = useMemo(
    () => inOrder(laterCar.option.colourCodes, catalogue.colours),
    [laterCar, catalogue],
  )
  const interiors = useMemo(
    () => inOrder(laterCar.option.interiorCodes, catalogue.interiors),
    [laterCar, catalogue],
  )
  // The car is drawn in all its colours by then, so that choosing one repaints at once.
  const [isNearColours, setIsNearColours] = useState(false)
  const colourSection = useNearing(() => setIsNearColours(true))
  // Only the server knows whether reservations are offered, and only the ways to pay ask.
  const paySection = useNearing(() => void loadConfig())
  const carChoices = { catalogue, model, variant, change }

  return (
    <div className="builder" inert={!configuration.isReady}>
      <header className="builder__head wrap stack stack--s">
        <h1>{words.heading}</h1>
        <p className="quiet">{words.intro}</p>
      </header>
      <div className="builder__body wrap" aria-busy={configuration.isOpening}>
        <CarView car={car} configuration={configuration} isNearColours={isNearColours} />
        <form className="builder__choices" onSubmit={(event) => event.preventDefault()}>
          <Part title={words.steps.model}>
            <ModelChoice catalogue={catalogue} model={model} change={change} />
          </Part>
          <Part title={words.steps.variant}>
            <GradeChoice
              {...carChoices}
              kdcd={laterCar.option.kdcd}
              compareHref={paths.compare(variant.code)}
            />
            <OptionChoice {...carChoices} kdcd={option.kdcd} />
          </Part>
          <Part title={words.steps.colour}>
            <div ref={colourSection}>
              <SwatchGroup
                legend="Colour"
                name="colour"
                kind="paint"
                rows={colours}
                chosen={request.colourCode}
                onChoose={chooseColour}
              />
            </div>
            <SwatchGroup
              legend="Interior"
              name="interior"
              kind="trim"
              rows={interiors}
              chosen={request.interiorCode}
              onChoose={chooseInterior}
            />
          </Part>
          <Part title={words.steps.accessories}>
            <AccessoryChoice
              catalogue={catalogue}
              car={laterCar}
              chosen={request.accessoryCodes}
              change={change}
            />
            <CarePlanChoice
              catalogue={catalogue}
              car={laterCar}
              chosen={request.servicePlanCode}
              change={change}
            />
          </Part>
          <Part title={words.steps.pay}>
            <div ref={paySection}>
              <PayChoice catalogue={catalogue} chosen={request.payOption} change={change} />
            </div>
            <FinanceFields
              catalogue={catalogue}
              request={request}
              change={change}
              onDepositValidity={setIsDepositValid}
            />
            {shown.finance && (
              <div className="card">
                <FinanceFigures
                  payOption={request.payOption}
                  totals={shown.totals}
                  finance={shown.finance}
                />
                <p className="fine-print">{payNote(request.payOption, words.disclaimers)}</p>
              </div>
            )}
          </Part>
        </form>
      </div>
      <section className="builder__quote wrap" aria-labelledby="builder-quote">
        <h2 id="builder-quote">Your quote</h2>
        {configuration.isReady && <Printed quote={configuration.quote} />}
        <Summary catalogue={catalogue} words={words} request={later.request} shown={later.shown} />
        <Comparison catalogue={catalogue} request={later.request} />
        <Running
          catalogue={catalogue}
          variant={laterCar.variant}
          planCode={request.servicePlanCode}
        />
        <KeepQuote
          quote={configuration.quote}
          configuration={configurationKey(later.request)}
          isReady={configuration.isReady}
        />
      </section>
      <PriceBar configuration={configuration} isDepositValid={isDepositValid} />
    </div>
  )
}

/** On paper: of which day the price is, and how long it holds. */
const Printed = ({ quote }: Pick<Configuration, 'quote'>) => (
  <p className="small print-only">
    Printed {formatDay(useToday())}.{' '}
    {quote && `The price is held until ${formatDay(aucklandDay(quote.expires))}. `}
    The PDF of a quote carries the code by which it can be checked.
  </p>
)

/** Does something once, when a part of the page comes near. */
function useNearing(act: () => void) {
  const part = useRef<HTMLDivElement>(null)
  const onNear = useEffectEvent(act)
  useEffect(() => {
    if (!part.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        onNear()
      },
      { rootMargin: '50%' },
    )
    observer.observe(part.current)
    return () => observer.disconnect()
  }, [])
  return part
}
