import {
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
} from 'react'
import { loadModule } from '#lib/api/load-module.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { payNote } from '#lib/finance/labels.ts'
import { useToday } from '#ui/hooks/use-today.ts'
import { FinanceFigures } from '#ui/FinanceFigures.tsx'
import { $deliveries, carKey, type Deliveries } from '#stores/quote/deliveries.ts'
import { configurationKey } from '#stores/quote/quote.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import type { BuilderProps } from '#ui/configuration/builder-data.ts'
import './builder.css'
import './builder-print.css'
import { findBuilderCar, rowsByCode } from '#ui/configuration/builder-car.ts'
import {
  deliveryMoves,
  deliveryOf,
  NO_MOVES,
  type KnownDelivery,
} from '#ui/configuration/delivery.ts'
import { ModelFold } from './ModelFold.tsx'
import { GradeChoice, ModelChoice, OptionChoice } from '#ui/configuration/CarChoices.tsx'
import { AccessoryChoice, CarePlanChoice } from '#ui/configuration/ExtraChoices.tsx'
import { CarView, fetchCar } from './CarView.tsx'
import { QuoteActions } from './QuoteActions.tsx'
import { PayChoice } from '#ui/configuration/PayChoice.tsx'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
import { LazyDisclosure } from '#ui/lazy/LazyDisclosure.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Comparison } from '#ui/configuration/Comparison.tsx'
import { BuilderSection } from '#ui/configuration/BuilderSection.tsx'
import { PriceBar } from './PriceBar.tsx'
import { loadConfig, quoteCalls } from './quote-calls.ts'
import type { RunningCosts } from './RunningCosts.tsx'
import { PaySummary, PriceSummary } from './Summary.tsx'
import type { UnopenedProps } from './UnopenedQuote.tsx'
import { SwatchGroup } from '#ui/configuration/SwatchGroup.tsx'
import { useConfiguration, type Configuration } from './use-configuration.ts'

const NONE: Deliveries = {}

const loadCosts = async () => (await import('./RunningCosts.tsx')).RunningCosts
const loadPayTerms = async () => (await import('./PayTerms.tsx')).PayTerms
const loadUnopened = async () => (await import('./UnopenedQuote.tsx')).UnopenedQuote

/** Build and quote: `<Builder client:load {...builderProps(catalogue, carSize)} phone={phone} />`. */
export function Builder({
  catalogue: full,
  words,
  phone,
}: BuilderProps & Pick<UnopenedProps, 'phone'>) {
  const { catalogue, configuration, saved } = useConfiguration(full)
  const { shown, quoteId, tryAgain } = saved
  // A quote that does not open must not show another car instead.
  if (!shown) return <Choices {...{ catalogue, words, configuration }} />
  return (
    <div className="wrap stack stack--l builder__unopened">
      {/* Replaces the page's own heading, which is about a car to build. */}
      <h1>Your quote</h1>
      {shown.state === 'opening' ? (
        <Loading text="Opening your quote" />
      ) : (
        <LazyComponent
          load={loadUnopened}
          text="Opening your quote"
          props={{ shown, quoteId, catalogue, disclaimers: words.disclaimers, phone, tryAgain }}
        />
      )}
    </div>
  )
}

function Choices({
  catalogue,
  words,
  configuration,
}: BuilderProps & { configuration: Configuration }) {
  const { request, shown, quote, isReady, isAsked, change } = configuration
  const car = useMemo(() => findBuilderCar(request.kdcd, catalogue), [request.kdcd, catalogue])
  const [isDepositValid, setIsDepositValid] = useState(true)
  const chooseColour = useCallback((colourCode: string) => change({ colourCode }), [change])
  const { slug } = car.model
  const fetchColour = useCallback((colourCode: string) => fetchCar(slug, colourCode), [slug])
  const chooseInterior = useCallback((interiorCode: string) => change({ interiorCode }), [change])
  const known = useIslandStore($deliveries, NONE)
  const now = useMemo(() => {
    const knownDelivery: KnownDelivery = (kdcd, code) => known[carKey(kdcd, code)]
    const own = isReady ? deliveryOf(car.option, request.colourCode, knownDelivery) : undefined
    // The server knows the stock that is left.
    const delivery = quote?.delivery === undefined ? own : quote.delivery
    const moves = isReady ? deliveryMoves(car, request.colourCode, knownDelivery) : NO_MOVES
    return { request, shown, delivery, moves, car, isReady }
  }, [request, shown, quote, known, car, isReady])
  // The pressed choice and the price update at once; the rest is deferred to the next frame. For the same car that is
  // everything but its swatches; for another car, everything but the list it was chosen from and the finance terms.
  const later = useDeferredValue(now)
  const seen = car.option === later.car.option || !later.isReady ? now : later
  const ofModel = car.model === later.car.model ? car : seen.car
  const ofVariant = car.variant === later.car.variant ? car : seen.car
  const ofPay = request.payOption === later.request.payOption ? seen.request : later.request
  const { option } = seen.car
  const colours = useMemo(
    () => rowsByCode(option.colourCodes, catalogue.colours),
    [option, catalogue],
  )
  const interiors = useMemo(
    () => rowsByCode(option.interiorCodes, catalogue.interiors),
    [option, catalogue],
  )
  // Deliveries are loaded once the visitor turns to the choices, or for the car that the address asks for: since the
  // page was built, the last one of a colour may have been sold.
  const [isTouched, setIsTouched] = useState(false)
  const modelCode = car.model.code
  useEffect(() => {
    if (!isReady || (!isTouched && !isAsked)) return
    void quoteCalls().then(async (calls) => {
      if (calls.ok) await calls.value.loadDeliveries(modelCode)
    })
  }, [isReady, isTouched, isAsked, modelCode])
  // Only the server knows whether reservations are offered, and only the ways to pay depend on it.
  const paySection = useOnApproach(() => {
    void loadConfig()
    void loadModule(loadPayTerms)
  })

  return (
    <div className="builder" inert={!configuration.isReady}>
      <div className="builder__body wrap">
        <CarView {...(later.isReady ? later : now)} colours={catalogue.colours} />
        <form
          className="builder__choices"
          onPointerEnter={() => setIsTouched(true)}
          onFocus={() => setIsTouched(true)}
          onSubmit={(event) => event.preventDefault()}
        >
          <ModelFold title={words.steps.model} isAsked={configuration.isAsked}>
            <ModelChoice catalogue={catalogue} model={car.model} change={change} />
          </ModelFold>
          {/* A grade of the previous model would undo the change of model. */}
          <BuilderSection title={words.steps.variant} inert={car.model !== ofModel.model}>
            <GradeChoice
              catalogue={catalogue}
              model={ofModel.model}
              variant={ofModel.variant}
              kdcd={later.car.option.kdcd}
              change={change}
              moves={later.moves.grades}
              compareHref={paths.compare(ofModel.variant.code)}
            />
            <OptionChoice
              variant={ofVariant.variant}
              kdcd={ofVariant.option.kdcd}
              moves={later.moves.options}
              change={change}
            />
          </BuilderSection>
          <BuilderSection title={words.steps.colour}>
            <SwatchGroup
              legend="Colour"
              name="colour"
              kind="paint"
              rows={colours}
              chosen={seen.request.colourCode}
              moves={seen.moves.colours}
              onPoint={fetchColour}
              onChoose={chooseColour}
            />
            <SwatchGroup
              legend="Interior"
              name="interior"
              kind="trim"
              rows={interiors}
              chosen={seen.request.interiorCode}
              onChoose={chooseInterior}
            />
          </BuilderSection>
          <BuilderSection title={words.steps.accessories}>
            <AccessoryChoice
              catalogue={catalogue}
              car={later.car}
              chosen={request.accessoryCodes}
              change={change}
            />
            <CarePlanChoice
              catalogue={catalogue}
              car={later.car}
              chosen={request.servicePlanCode}
              change={change}
            />
          </BuilderSection>
          <BuilderSection title={words.steps.pay}>
            <div ref={paySection}>
              <PayChoice catalogue={catalogue} chosen={request.payOption} change={change} />
            </div>
            {ofPay.finance && (
              <LazyComponent
                load={loadPayTerms}
                text="Loading the terms"
                props={{
                  fields: {
                    catalogue,
                    request: ofPay,
                    change,
                    onDepositValidity: setIsDepositValid,
                  },
                  priced: later,
                }}
              />
            )}
            {later.shown.finance && (
              <div className="card">
                <FinanceFigures
                  payOption={later.request.payOption}
                  totals={later.shown.totals}
                  finance={later.shown.finance}
                />
                <p className="fine-print">{payNote(later.request.payOption, words.disclaimers)}</p>
              </div>
            )}
          </BuilderSection>
        </form>
      </div>
      <section className="builder__quote wrap" aria-labelledby="builder-quote">
        <h2 id="builder-quote">Your quote</h2>
        {configuration.isReady && <Printed quote={configuration.quote} />}
        <div className="builder__summary">
          <PriceSummary words={words} shown={later.shown} delivery={later.delivery} />
          <div className="stack stack--l">
            <PaySummary {...{ catalogue, words }} request={later.request} shown={later.shown} />
            <QuoteActions
              quote={configuration.quote}
              configuration={configurationKey(later.request)}
              isReady={configuration.isReady}
            />
          </div>
        </div>
        <Comparison catalogue={catalogue} request={later.request} />
        <Running
          catalogue={catalogue}
          variant={later.car.variant}
          planCode={request.servicePlanCode}
        />
      </section>
      <PriceBar
        configuration={configuration}
        delivery={now.delivery}
        isDepositValid={isDepositValid}
      />
    </div>
  )
}

/** The yearly running costs, loaded and calculated when first opened. */
const Running = memo((props: ComponentProps<typeof RunningCosts>) => (
  <LazyDisclosure title="Running costs" load={loadCosts} props={props} />
))

/** On paper: the date of the price and until when it is held. */
const Printed = ({ quote }: Pick<Configuration, 'quote'>) => (
  <p className="small print-only">
    Printed {formatDay(useToday())}.{' '}
    {quote && `Price held until ${formatDay(aucklandDay(quote.expires))}. `}
    Your quote PDF has a code you can use to check the figures online.
  </p>
)

/** Runs an action once, when a part of the page comes near the viewport. */
function useOnApproach(act: () => void) {
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
