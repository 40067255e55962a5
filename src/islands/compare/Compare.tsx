import { Fragment, useEffect, useRef, useState } from 'react'
import { loadModule } from '#lib/api/load-module.ts'
import type { YearOfDriving } from '#lib/catalogue/against-my-car.ts'
import {
  comparedCodes,
  comparedQuery,
  comparedRows,
  MOST_COMPARED,
  type ComparedCar,
} from '#lib/catalogue/compare.ts'
import { hasMyCar } from '#lib/trade-in/my-car-key.ts'
import { paths } from '#stores/site/paths.ts'
import { CarImage } from '#ui/CarImage.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { useIsHydrated } from '#ui/hooks/use-is-hydrated.ts'
import type { AgainstMyCar } from './AgainstMyCar.tsx'
import './compare.css'

interface CompareProps {
  cars: readonly ComparedCar[]
  labels: readonly string[]
  year: YearOfDriving
  /** Codes of the cars shown when the address has none. */
  atFirst: readonly string[]
}

const PLACES = ['First car', 'Second car', 'Third car'] as const
const NONE = 'none'
const loadAgainst = async () => (await import('./AgainstMyCar.tsx')).AgainstMyCar

/** Compares up to three cars side by side. The address holds the choice, so that it can be shared. */
export function Compare({ cars, labels, year, atFirst }: CompareProps) {
  const [codes, setCodes] = useState(atFirst)
  const [isBrief, setIsBrief] = useState(false)
  const [Against, setAgainst] = useState<typeof AgainstMyCar | null>(null)
  const isHydrated = useIsHydrated()
  const choices = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const read = () => {
      const named = comparedCodes(location.search, cars)
      if (named.length > 0) setCodes(named)
    }
    read()
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [cars])

  useEffect(() => {
    if (!hasMyCar()) return
    void loadModule(loadAgainst).then((part) => {
      if (part.ok) setAgainst(() => part.value)
    })
  }, [])

  const choose = (place: number, code: string) => {
    const next = Array.from({ length: MOST_COMPARED }, (_, at) => codes[at] ?? NONE)
    // Choosing a car that is in another column swaps the two.
    const elsewhere = next.indexOf(code)
    if (code !== NONE && elsewhere >= 0) next[elsewhere] = next[place] ?? NONE
    next[place] = code
    const chosen = next.filter((one) => one !== NONE)
    setCodes(chosen)
    history.replaceState(history.state, '', comparedQuery(chosen))
  }

  const shown = codes.flatMap((code) => cars.find((car) => car.code === code) ?? [])
  const rows = comparedRows(shown, labels).filter(({ isSame }) => !isBrief || !isSame)
  return (
    <div className="stack compare">
      <div className="compare__choices no-print" ref={choices} inert={!isHydrated}>
        {PLACES.map((label, place) => (
          <SelectField
            key={label}
            label={label}
            value={codes[place] ?? NONE}
            options={[
              ...(place === 0 ? [] : [{ value: NONE, label: 'None' }]),
              ...cars.map(({ code, name }) => ({ value: code, label: name })),
            ]}
            onChange={(code) => choose(place, code)}
          />
        ))}
      </div>
      {shown.length === 1 && (
        <Notice title={`What would you like to compare with the ${shown[0]?.name}?`}>
          <p>You’ve chosen one car so far.</p>
          <p>
            <Button isSmall onClick={() => choices.current?.querySelectorAll('select')[1]?.focus()}>
              Choose a second car
            </Button>
          </p>
        </Notice>
      )}
      {shown.length > 1 && (
        <div className="no-print">
          <Checkbox checked={isBrief} onChange={setIsBrief}>
            Show differences only
          </Checkbox>
        </div>
      )}
      <table className="compare__table">
        <caption className="visually-hidden">
          {`Compared: ${shown.map(({ name }) => name).join(', ')}`}
        </caption>
        {/* The columns are as wide before the last car of a row has arrived. */}
        <colgroup>
          {shown.map(({ code }) => (
            <col key={code} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {shown.map((car) => (
              <td key={car.code}>
                <CarImage
                  className={`compare__car to-scale scale-${car.modelSlug}`}
                  slug={car.modelSlug}
                  colourCode={car.colourCode}
                  kdcd={car.kdcd}
                  alt=""
                  {...car.picture}
                />
              </td>
            ))}
          </tr>
          <tr>
            {shown.map((car) => (
              <th scope="col" key={car.code}>
                <a href={paths.model(car.modelSlug, car.code)}>{car.name}</a>
              </th>
            ))}
          </tr>
        </thead>
        {rows.map(({ label, values }, at) => (
          <Fragment key={label}>
            <tbody>
              <tr>
                <th scope="rowgroup" colSpan={shown.length}>
                  {label}
                </th>
              </tr>
              <tr>
                {shown.map(({ code }, place) => (
                  <td key={code}>{values[place] || '–'}</td>
                ))}
              </tr>
            </tbody>
            {Against && at === 0 && <Against shown={shown} year={year} />}
          </Fragment>
        ))}
        <tbody className="compare__acts no-print">
          <tr>
            {shown.map((car) => (
              <td key={car.code}>
                <a
                  className="button button--quiet button--small"
                  href={paths.buildAndQuote({ kdcd: car.kdcd })}
                >
                  Build<span className="visually-hidden"> and quote the {car.name}</span>
                </a>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
