import { townsOf } from '#lib/art/nz-map.ts'
import type { Dealer } from '#lib/catalogue/shapes.ts'
import { CountryMap } from '#ui/CountryMap.tsx'

/** A map of the outlets. In a town with several, each press chooses the next one. */
export const OutletMap = ({
  outlets,
  value,
  onChange,
}: {
  outlets: readonly Dealer[]
  value: string
  onChange: (outletCode: string) => void
}) => (
  <CountryMap
    label="Map of our dealers"
    spots={townsOf(outlets).map(({ dealers, ...town }) => {
      const chosen = dealers.findIndex(({ outletCode }) => outletCode === value)
      return {
        ...town,
        isChosen: chosen >= 0,
        onPick: () => onChange(dealers[(chosen + 1) % dealers.length]!.outletCode),
      }
    })}
  />
)
