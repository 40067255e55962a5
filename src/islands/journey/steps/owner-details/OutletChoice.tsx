import { useEffect, useState } from 'react'
import type { Dealer } from '#lib/catalogue/shapes.ts'
import { Button } from '#ui/Button.tsx'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { RadioCards } from '#ui/fields/RadioCards.tsx'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { $outlets, loadOutlets } from '../../outlets.ts'
import { outletsFrom } from './outlet-order.ts'

const loadMap = async () => (await import('./OutletMap.tsx')).OutletMap

interface OutletChoiceProps {
  /** Of the owner’s address, to sort the outlets by distance. */
  postcode: string
  value: string
  error: string | undefined
  onChange: (outletCode: string) => void
}

/** The choice of outlet: the nearest ones first, with a list of all and a map on request. */
export function OutletChoice({ postcode, value, error, onChange }: OutletChoiceProps) {
  const outlets = useIslandStore($outlets, null)
  const [wantsAll, setWantsAll] = useState(false)
  const [wantsMap, setWantsMap] = useState(false)
  useEffect(() => void loadOutlets(), [])

  if (outlets === null)
    return (
      <div>
        <Loading text="Loading our dealers" />
        <p className="field__error" role="alert">
          {error}
        </p>
      </div>
    )
  if (outlets === 'failed')
    return (
      <Notice kind="warning" tryAgain={() => void loadOutlets()}>
        We couldn’t load our dealers. You can continue and choose one with us later.
      </Notice>
    )
  const { town, ordered, nearest } = outletsFrom(postcode, outlets, value)
  const isCut = nearest.length < ordered.length
  const shown = wantsAll ? ordered : nearest

  return (
    <div className="outlets">
      <RadioCards
        legend="Dealer"
        hint={`Where you’ll collect your car. This team will look after you.${town ? ` Approximate straight-line distances from ${town}.` : ''}`}
        error={error}
        choices={shown.map(({ outlet, distance }) => ({
          value: outlet.outletCode,
          title: outlet.name,
          price: distance,
          text: addressOf(outlet),
        }))}
        value={value}
        onChange={onChange}
      />
      <div className="cluster">
        {isCut && (
          <Button
            kind="quiet"
            isSmall
            aria-expanded={wantsAll}
            onClick={() => setWantsAll(!wantsAll)}
          >
            {wantsAll ? 'Show only the nearest' : `Show all ${ordered.length} dealers`}
          </Button>
        )}
        <Button
          kind="quiet"
          isSmall
          aria-expanded={wantsMap}
          onClick={() => setWantsMap(!wantsMap)}
        >
          {wantsMap ? 'Hide the map' : 'Show a map'}
        </Button>
      </div>
      {wantsMap && (
        <LazyComponent
          load={loadMap}
          text="Loading the map"
          props={{ outlets: ordered.map(({ outlet }) => outlet), value, onChange }}
        />
      )}
    </div>
  )
}

const addressOf = ({ address: { line1, suburb, city } }: Dealer) =>
  [...new Set([line1, suburb, city])].filter(Boolean).join(', ')
