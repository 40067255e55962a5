import { factsOfMyCar, rowsAgainst, type YearOfDriving } from '#lib/catalogue/against-my-car.ts'
import type { ComparedCar } from '#lib/catalogue/compare.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { myCarName } from '#lib/trade-in/my-car.ts'
import { $myCar } from '#stores/site/my-car.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'

/** The rows of the comparison that set the cars against the one the visitor drives now. */
export function AgainstMyCar({
  shown,
  year,
}: {
  shown: readonly ComparedCar[]
  year: YearOfDriving
}) {
  const car = useIslandStore($myCar, null)
  if (!car) return null
  return (
    <>
      <tbody className="compare__mine">
        <tr>
          <th scope="rowgroup" colSpan={shown.length}>
            <strong>Compared with your {myCarName(car)}</strong>. Yearly running costs cover energy
            and road user charges for {formatNumber(year.km)} km.
          </th>
        </tr>
      </tbody>
      {rowsAgainst(factsOfMyCar(car, year), shown).map(({ label, mine, values }) => (
        <tbody className="compare__mine" key={label}>
          <tr>
            <th scope="rowgroup" colSpan={shown.length}>
              {label} <span className="compare__yours">({mine})</span>
            </th>
          </tr>
          <tr>
            {shown.map(({ code }, at) => (
              <td key={code}>{values[at] || '–'}</td>
            ))}
          </tr>
        </tbody>
      ))}
    </>
  )
}
