import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { carArtPath } from '#lib/art/art-paths.ts'
import type { Quote } from '#lib/contract/shapes/quote.ts'
import { aucklandDay, formatDay } from '#lib/domain/dates.ts'
import { payNote } from '#lib/domain/finance-words.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { afterSignIn } from '#stores/after-sign-in.ts'
import { $customer, $user } from '#stores/session.ts'
import { paths } from '#stores/site.ts'
import { addToast } from '#stores/toasts.ts'
import { useIslandStore } from '#stores/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { focusFirstInvalid } from '#ui/Field.tsx'
import { FinanceFigures } from '#ui/FinanceFigures.tsx'
import type {
  BuilderCatalogue,
  BuilderModel,
  BuilderProps,
  BuilderVariant,
} from './builder-data.ts'
import './builder.css'
import { GradeChoice, ModelChoice, OptionChoice } from './CarChoices.tsx'
import { Comparison } from './Comparison.tsx'
import { AccessoryChoice, CarePlanChoice } from './ExtraChoices.tsx'
import { FinanceFields, PayChoice } from './PayChoice.tsx'
import { quoteCalls } from './quote-calls.ts'
import { Summary } from './Summary.tsx'
import { SwatchGroup } from './SwatchGroup.tsx'
import { useConfiguration, type Configuration } from './use-configuration.ts'

/** Build and quote: `<Builder client:load {...builderProps(catalogue, carSize)} />`. */
export function Builder({ catalogue: full, words }: BuilderProps) {
  const { catalogue, configuration } = useConfiguration(full)
  const { request, shown, change } = configuration
  const car = useMemo(() => carOf(request.kdcd, catalogue), [request.kdcd, catalogue])
  const { model, variant, option } = car
  const [isDepositValid, setIsDepositValid] = useState(true)
  const colours = inOrder(option.colourCodes, catalogue.colours)
  const interiors = inOrder(option.interiorCodes, catalogue.interiors)
  const colourSection = usePreloading(model.slug, option.colourCodes)
  const carChoices = { catalogue, model, variant, kdcd: option.kdcd, change }

  return (
    <div className="builder" inert={!configuration.isReady}>
      <header className="builder__head wrap stack stack--s">
        <h1>{words.heading}</h1>
        <p className="quiet">{words.intro}</p>
      </header>
      <div className="builder__body wrap" aria-busy={configuration.isOpening}>
        <CarView car={car} shown={shown} colourCode={request.colourCode} />
        <form className="builder__choices" onSubmit={(event) => event.preventDefault()}>
          <Part title={words.steps.model}>
            <ModelChoice {...carChoices} />
          </Part>
          <Part title={words.steps.variant}>
            <GradeChoice {...carChoices} />
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
                onChoose={(colourCode) => change({ colourCode })}
                onPoint={(code) => preload(model.slug, code)}
              />
            </div>
            <SwatchGroup
              legend="Interior"
              name="interior"
              kind="trim"
              rows={interiors}
              chosen={request.interiorCode}
              onChoose={(interiorCode) => change({ interiorCode })}
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
            <PayChoice catalogue={catalogue} chosen={request.payOption} change={change} />
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
        <Summary catalogue={catalogue} words={words} request={request} shown={shown} />
        <Comparison catalogue={catalogue} request={request} />
        <KeepQuote quote={configuration.quote} />
      </section>
      <PriceBar configuration={configuration} isDepositValid={isDepositValid} />
    </div>
  )
}

function Part({ title, children }: { title: string | undefined; children: ReactNode }) {
  return (
    <section className="builder__part">
      <h2 className="builder__part-title">{title}</h2>
      {children}
    </section>
  )
}

interface CarViewProps {
  car: Car
  shown: Configuration['shown']
  colourCode: string
}

/** The car as it is chosen, and in words. */
function CarView({ car: { model, variant, option }, shown, colourCode }: CarViewProps) {
  const { variantName, colourName, interiorName } = shown.vehicle
  return (
    <div className="builder__view">
      <div className="stage builder__stage">
        <img
          className={`builder__car to-scale scale-${model.slug}`}
          src={carArtPath(import.meta.env.BASE_URL, model.slug, colourCode)}
          alt={`${variantName} in ${colourName}`}
          {...model.picture}
          fetchPriority="high"
        />
      </div>
      <div className="builder__caption">
        <p className="builder__name">{variantName}</p>
        <p className="quiet">
          {option.name}, {colourName}, {interiorName}
        </p>
        <span className="badge" data-level={option.stockLevel}>
          {option.stockLevel}
        </span>
        {option.stockLevel === 'Unavailable' && (
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

type Act = 'save' | 'email'

const ACTS: Record<Act, { label: string; why: string }> = {
  save: {
    label: 'Save quote',
    why: 'Log in to save your quote. Everything you have chosen stays.',
  },
  email: {
    label: 'Email quote',
    why: 'Log in and we email the quote to your own address. Everything you have chosen stays.',
  },
}

async function perform(act: Act): Promise<void> {
  const calls = await quoteCalls()
  if (!calls.ok) addToast({ kind: 'error', text: failureMessage(calls.failure) })
  else if (act === 'save') await calls.value.saveConfiguration()
  else await calls.value.emailConfiguration()
}

/** Saving and emailing. Both wait for a sign-in where there is none, and then go on by themselves. */
function KeepQuote({ quote }: { quote: Quote | null }) {
  const customer = useIslandStore($customer, null)
  const user = useIslandStore($user, null)
  const [busy, setBusy] = useState<Act | null>(null)

  const run = async (act: Act) => {
    setBusy(act)
    await perform(act)
    setBusy(null)
  }
  const press = (act: Act, button: HTMLButtonElement) => {
    if (customer) return void run(act)
    if (user) return addToast({ kind: 'info', text: NO_CUSTOMER })
    // The menu is at the top of the page; afterwards the visitor is where they were.
    afterSignIn(ACTS[act].why, () => void run(act).then(() => button.focus()))
  }
  return (
    <div className="cluster builder__keep">
      {(['save', 'email'] as const).map((act) => (
        <Button
          key={act}
          kind="quiet"
          isBusy={busy === act}
          onClick={(event) => press(act, event.currentTarget)}
        >
          {ACTS[act].label}
        </Button>
      ))}
      <p className="quiet small">
        {quote && quote.customerId !== null
          ? `This quote is saved. Its price holds until ${formatDay(aucklandDay(quote.expires))}.`
          : customer
            ? 'A saved quote holds its price for some days, and you can change it later.'
            : 'Saving and emailing need an account. To share this car, copy the address of this page.'}
      </p>
    </div>
  )
}

const NO_CUSTOMER =
  'Select a customer in Customer Search first: the quote is saved as that customer’s.'

interface PriceBarProps {
  configuration: Configuration
  isDepositValid: boolean
}

/** The price and the main action, always in view, and what gave way on the last change. */
function PriceBar({ configuration, isDepositValid }: PriceBarProps) {
  const { request, shown, notices, isOpening, dismissNotices } = configuration
  const [isStarting, setIsStarting] = useState(false)

  // A page that is shown again by Back must not look as if it were still leaving.
  useEffect(() => {
    const onShow = () => setIsStarting(false)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  const start = async () => {
    if (!isDepositValid) return void focusFirstInvalid(document.querySelector('.builder'))
    setIsStarting(true)
    const calls = await quoteCalls()
    const priced = calls.ok ? await calls.value.confirmPrice() : calls
    if (priced.ok) return location.assign(paths.startPurchase(request.kdcd, priced.value.quoteId))
    setIsStarting(false)
    addToast({
      kind: 'error',
      text: `The purchase could not be started: ${failureMessage(priced.failure)}`,
    })
  }

  return (
    <div className="builder__bar">
      <div className="builder__notices" role="status">
        {isOpening && <p className="wrap">Opening your quote</p>}
        {notices.length > 0 && (
          <div className="wrap cluster cluster--between">
            <div>
              {notices.map((notice) => (
                <p key={notice}>{notice}</p>
              ))}
            </div>
            <button type="button" className="link-button" onClick={dismissNotices}>
              Close
            </button>
          </div>
        )}
      </div>
      <div className="wrap builder__bar-row">
        <p className="builder__bar-name">
          <strong>{shown.vehicle.variantName}</strong>
          <span className="quiet small">{shown.vehicle.colourName}</span>
        </p>
        <p className="builder__bar-price">
          <span className="small quiet" id="builder-price-label">
            Drive-away price
          </span>
          <output className="price" aria-labelledby="builder-price-label" aria-live="polite">
            {formatMoney(shown.totals.driveAwayCents)}
          </output>
        </p>
        <Button kind="accent" isBusy={isStarting} onClick={() => void start()}>
          Start purchase
        </Button>
      </div>
    </div>
  )
}

interface Car {
  model: BuilderModel
  variant: BuilderVariant
  option: BuilderVariant['options'][number]
}

/** As `findCar`, with what the screen shows of it. The configuration always names a car of the catalogue. */
function carOf(kdcd: string, { models }: BuilderCatalogue): Car {
  for (const model of models)
    for (const variant of model.variants)
      for (const option of variant.options)
        if (option.kdcd === kdcd) return { model, variant, option }
  throw new RangeError(`${kdcd} is not in the catalogue`)
}

const inOrder = <Row extends { code: string }>(codes: readonly string[], rows: readonly Row[]) =>
  codes.flatMap((code) => rows.find((row) => row.code === code) ?? [])

const preload = (slug: string, colourCode: string) => {
  new Image().src = carArtPath(import.meta.env.BASE_URL, slug, colourCode)
}

/** Fetches the car in all its colours once the colours come into view, so that choosing one repaints at once. */
function usePreloading(slug: string, colourCodes: readonly string[]) {
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!section.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      for (const code of colourCodes) preload(slug, code)
    })
    observer.observe(section.current)
    return () => observer.disconnect()
  }, [slug, colourCodes])
  return section
}
