import { memo, useEffect, useEffectEvent, useState } from 'react'
import { carArtPath, type View } from '#lib/art/art-paths.ts'
import { shopNowMs } from '#lib/clock.ts'
import type { StockLevel } from '#lib/contract/shapes/codes.ts'
import { aucklandDay } from '#lib/domain/dates.ts'
import { deliveryEstimate, monthsAfter, readySentence } from '#lib/domain/delivery.ts'
import { CarImage } from '#ui/CarImage.tsx'
import type { BuilderOption } from '#ui/configuration/builder-data.ts'
import type { Car } from '#ui/configuration/car-of.ts'
import type { Configuration } from './use-configuration.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

interface CarViewProps extends Pick<Configuration, 'request' | 'shown' | 'quote' | 'isReady'> {
  car: Car
  /** Whether another colour may be chosen soon. */
  isNearColours: boolean
}

/** The car as it is chosen, and in words. */
export const CarView = memo(function CarView(props: CarViewProps) {
  const { request, shown, quote, isReady, isNearColours } = props
  const { model, variant, option } = props.car
  const { colourCode } = request
  const level = levelOf(option, colourCode)
  // The server knows what is left; which day it is is known in the browser only.
  const own = isReady ? deliveryFor(level) : undefined
  const delivery = quote?.delivery === undefined ? own : quote.delivery
  // Below, more is said of a car that is nowhere to be had.
  const hasDelivery = delivery !== undefined && (delivery !== null || level !== 'Unavailable')
  const { variantName, colourName, interiorName } = shown.vehicle
  const [view, setView] = useState<View>('side')
  const ready = useReadyColours(model.slug, option.colourCodes, view, isNearColours)
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
          ready={view === 'side' ? ready : []}
          className={`${className} ${view === 'side' ? '' : 'print-only'}`}
          alt={`${variantName} in ${colourName}, side view`}
        />
        {view === 'front' && (
          <CarImage
            {...picture}
            ready={ready}
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
          {option.name}, {colourName}, <span className="builder__trim">{interiorName}</span>
        </p>
        <p className="builder__stock">
          <span className="badge" data-level={level}>
            {level}
          </span>
          {hasDelivery && <span className="small">{readySentence(delivery)}</span>}
          {!isReady && level !== 'Unavailable' && (
            // Its room: nothing moves when the day is known.
            <span className="small builder__soon" aria-hidden="true" suppressHydrationWarning>
              {readySentence(deliveryFor(level))}
            </span>
          )}
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
})

const levelOf = (option: BuilderOption, colourCode: string): StockLevel =>
  option.inStock.includes(colourCode)
    ? 'In stock'
    : option.unavailable.includes(colourCode)
      ? 'Unavailable'
      : 'On order'

/** When a car should be ready by the page's own stock, with the next month's build slots all free. */
function deliveryFor(level: StockLevel) {
  const today = aucklandDay(shopNowMs())
  if (level === 'In stock') return deliveryEstimate({ kind: 'STOCK', etaWeeks: 0 }, today)
  const [month] = monthsAfter(today, 1)
  return level === 'On order' && month ? deliveryEstimate({ kind: 'BUILD', month }, today) : null
}

const preload = (slug: string, colourCode: string, view: View) => {
  const picture = new Image()
  picture.src = carArtPath(import.meta.env.BASE_URL, slug, colourCode, view)
  return picture
}

/** What the choice of another model has started is over by then. */
const READY_AFTER_MS = 500

/** Fetches the car in its other colours, one after the other: to draw them all at once would be felt. */
function useReadyColours(
  slug: string,
  codes: readonly string[],
  view: View,
  isWanted: boolean,
): string[] {
  const of = `${slug} ${view}`
  const [ready, setReady] = useState<{ of: string; codes: string[] }>({ of, codes: [] })
  const isFirst = ready.codes.length === 0
  const begin = useEffectEvent((act: () => void) => setTimeout(act, isFirst ? 0 : READY_AFTER_MS))
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    const fetchAll = async () => {
      for (const code of codes) {
        // What cannot be had is found out where it is shown.
        await preload(slug, code, view)
          .decode()
          .catch(() => {})
        if (isOver) return
        setReady((before) => {
          const known = before.of === of ? before.codes : []
          return known.includes(code) ? before : { of, codes: [...known, code] }
        })
      }
    }
    const timer = begin(() => void fetchAll())
    return () => {
      clearTimeout(timer)
      isOver = true
    }
  }, [of, slug, codes, view, isWanted])
  return ready.of === of ? ready.codes : []
}
