import {
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { StockLevel } from '#lib/contract/shapes/codes.ts'
import { carArtPath, type View } from '#lib/art/art-paths.ts'
import { aucklandDay, formatDay } from '#lib/domain/dates.ts'
import { deliveryEstimate, monthsAfter, readySentence } from '#lib/domain/delivery.ts'
import { payNote } from '#lib/domain/finance-words.ts'
import { CarImage } from '#ui/CarImage.tsx'
import { useToday } from '#ui/use-today.ts'
import { FinanceFigures } from '#ui/FinanceFigures.tsx'
import { configurationKey } from '#stores/quote.ts'
import { paths } from '#stores/site.ts'
import type { BuilderOption, BuilderProps } from '#ui/configuration/builder-data.ts'
import './builder.css'
import { carOf, inOrder, type Car } from '#ui/configuration/car-of.ts'
import { GradeChoice, ModelChoice, OptionChoice } from '#ui/configuration/CarChoices.tsx'
import { AccessoryChoice, CarePlanChoice } from '#ui/configuration/ExtraChoices.tsx'
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
import { ViewSwitch } from './ViewSwitch.tsx'

/** Build and quote: `<Builder client:load {...builderProps(catalogue, carSize)} />`. */
export function Builder({ catalogue: full, words }: BuilderProps) {
  const { catalogue, configuration } = useConfiguration(full)
  const { request, shown, change } = configuration
  const car = useMemo(() => carOf(request.kdcd, catalogue), [request.kdcd, catalogue])
  const { model, variant, option } = car
  const [isDepositValid, setIsDepositValid] = useState(true)
  const colours = useMemo(() => inOrder(option.colourCodes, catalogue.colours), [option, catalogue])
  const interiors = useMemo(
    () => inOrder(option.interiorCodes, catalogue.interiors),
    [option, catalogue],
  )
  const chooseColour = useCallback((colourCode: string) => change({ colourCode }), [change])
  const chooseInterior = useCallback((interiorCode: string) => change({ interiorCode }), [change])
  const pointAt = useCallback((code: string) => preload(model.slug, code), [model])
  // The car and its price change at once; what is written out below them follows in the next frame.
  const later = { request: useDeferredValue(request), shown: useDeferredValue(shown) }
  // In all its colours, so that choosing one repaints at once.
  const colourSection = useNearing(() => {
    for (const code of option.colourCodes) preload(model.slug, code)
  }, option)
  // Only the server knows whether reservations are offered, and only the ways to pay ask.
  const paySection = useNearing(() => void loadConfig(), null)
  const carChoices = { catalogue, model, variant, kdcd: option.kdcd, change }

  return (
    <div className="builder" inert={!configuration.isReady}>
      <header className="builder__head wrap stack stack--s">
        <h1>{words.heading}</h1>
        <p className="quiet">{words.intro}</p>
      </header>
      <div className="builder__body wrap" aria-busy={configuration.isOpening}>
        <CarView car={car} configuration={configuration} />
        <form className="builder__choices" onSubmit={(event) => event.preventDefault()}>
          <Part title={words.steps.model}>
            <ModelChoice {...carChoices} />
          </Part>
          <Part title={words.steps.variant}>
            <GradeChoice {...carChoices} compareHref={paths.compare(variant.code)} />
            <OptionChoice {...carChoices} />
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
                onPoint={pointAt}
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
              car={car}
              chosen={request.accessoryCodes}
              change={change}
            />
            <CarePlanChoice
              catalogue={catalogue}
              car={car}
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
        <Summary catalogue={catalogue} words={words} {...later} />
        <Comparison catalogue={catalogue} request={later.request} />
        <Running catalogue={catalogue} variant={variant} planCode={request.servicePlanCode} />
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

interface CarViewProps {
  car: Car
  configuration: Configuration
}

/** The car as it is chosen, and in words. */
function CarView({ car: { model, variant, option }, configuration }: CarViewProps) {
  const { shown, quote, isReady } = configuration
  const { colourCode } = configuration.request
  const level = levelOf(option, colourCode)
  // The server knows what is left; which day it is is known in the browser only.
  const own = isReady ? deliveryFor(level) : undefined
  const delivery = quote?.delivery === undefined ? own : quote.delivery
  // Below, more is said of a car that is nowhere to be had.
  const hasDelivery = delivery !== undefined && (delivery !== null || level !== 'Unavailable')
  const { variantName, colourName, interiorName } = shown.vehicle
  const [view, setView] = useState<View>('side')
  useEffect(() => {
    if (view === 'front') for (const code of option.colourCodes) preload(model.slug, code, view)
  }, [view, option, model])
  const className = `builder__car to-scale scale-${model.slug}`
  const picture = {
    slug: model.slug,
    colourCode,
    kdcd: option.kdcd,
    ...model.picture,
    fetchPriority: 'high',
  } as const
  return (
    <div className="builder__view">
      <div className="stage builder__stage">
        {/* On paper it is always seen from the side. */}
        <CarImage
          {...picture}
          className={`${className} ${view === 'side' ? '' : 'print-only'}`}
          alt={`${variantName} in ${colourName}, side view`}
        />
        {view === 'front' && (
          <CarImage
            {...picture}
            className={`${className} no-print`}
            view={view}
            alt={`${variantName} in ${colourName}, front view`}
          />
        )}
      </div>
      <div className="builder__caption">
        <p className="builder__name">{variantName}</p>
        <ViewSwitch
          view={view}
          onPoint={() => preload(model.slug, colourCode, 'front')}
          onChoose={setView}
        />
        <p className="quiet">
          {option.name}, {colourName}, {interiorName}
        </p>
        <p className="builder__stock">
          <span className="badge" data-level={level}>
            {level}
          </span>
          {hasDelivery && <span className="small">{readySentence(delivery)}</span>}
        </p>
        {level === 'Unavailable' && (
          <p className="small">
            We cannot promise this car at the moment. You can still start the purchase: when you
            confirm it, we look for one and tell you.
          </p>
        )}
        <p className="fine-print">
          {variant.energy.map(([label, value]) => `${label}: ${value}`).join(' · ')}
        </p>
      </div>
    </div>
  )
}

const levelOf = (option: BuilderOption, colourCode: string): StockLevel =>
  option.inStock.includes(colourCode)
    ? 'In stock'
    : option.unavailable.includes(colourCode)
      ? 'Unavailable'
      : 'On order'

/** When a car should be ready by the page's own stock, with the next month's build slots all free. */
function deliveryFor(level: StockLevel) {
  const today = aucklandDay(Date.now())
  if (level === 'In stock') return deliveryEstimate({ kind: 'STOCK', etaWeeks: 0 }, today)
  const [month] = monthsAfter(today, 1)
  return level === 'On order' && month ? deliveryEstimate({ kind: 'BUILD', month }, today) : null
}

const preload = (slug: string, colourCode: string, view?: View) => {
  new Image().src = carArtPath(import.meta.env.BASE_URL, slug, colourCode, view)
}

/** Does something once, when a part of the page comes near. */
function useNearing(act: () => void, key: unknown) {
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
  }, [key])
  return part
}
