import { memo } from 'react'
import { capitalised } from '#lib/shared/words.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { inWords } from '#lib/shared/in-words.ts'
import { toggleAccessory } from '#lib/catalogue/configuration.ts'
import { formatMoney } from '#lib/shared/money.ts'
import {
  comesWith,
  fitsCar,
  givenBy,
  offeredAccessories,
  type CatalogueCar,
} from '#lib/pricing/pricing-cars.ts'
import type { BuilderCatalogue, Change } from './builder-data.ts'
import { ChoiceCard } from './ChoiceCard.tsx'

/** How many accessories are shown; the rest is folded away. */
const SHOWN = 3

interface AccessoryChoiceProps {
  catalogue: BuilderCatalogue
  car: CatalogueCar
  chosen: readonly string[]
  change: Change
}

export const AccessoryChoice = memo(function AccessoryChoice({
  catalogue,
  car,
  chosen,
  change,
}: AccessoryChoiceProps) {
  const offered = new Set(offeredAccessories(car, catalogue).map(({ code }) => code))
  const rows = catalogue.accessories.filter(({ code }) => offered.has(code))
  const cards = rows.map((row) => ({ row, given: givenBy(row.code, car, catalogue) }))
  // Free ones come first.
  const lead = cards.toSorted((a, b) => Number(!a.given) - Number(!b.given)).slice(0, SHOWN)
  const rest = cards.filter((card) => !lead.includes(card))
  const categories = [...new Set(rest.map(({ row }) => row.category))]
  const chosenOfRest = rest.filter(({ row }) => chosen.includes(row.code)).length
  const included = catalogue.accessories.filter((row) => fitsCar(row, car) && comesWith(car, row))
  const nameOf = (code: string) => catalogue.accessories.find((row) => row.code === code)?.name

  const card = ({ row, given }: (typeof cards)[number]) => (
    <ChoiceCard
      key={row.code}
      type="checkbox"
      name="accessories"
      value={row.code}
      isChosen={chosen.includes(row.code)}
      onChoose={(isWanted) => {
        const next = toggleAccessory(chosen, row.code, isWanted, car, catalogue)
        change({ accessoryCodes: next.codes }, next.notices)
      }}
      title={row.name}
      price={given ? 'Free' : formatMoney(row.priceCents)}
    >
      {hints(row, nameOf, given)}
    </ChoiceCard>
  )

  return (
    <fieldset className="choice-group">
      <legend className="visually-hidden">Accessories</legend>
      {included.length > 0 && (
        <p className="field__hint">
          {car.option.name} already includes {included.map(({ name }) => name).join(' and ')}.
        </p>
      )}
      <div className="choice-group__items">{lead.map(card)}</div>
      {rest.length > 0 && (
        <details className="disclosure">
          <summary>
            {rest.length} more accessories{chosenOfRest > 0 && `, ${chosenOfRest} chosen`}
          </summary>
          <div>
            {categories.map((category) => (
              <div className="builder__category" key={category}>
                <h3 className="builder__category-name">{category}</h3>
                <div className="choice-group__items">
                  {rest.filter(({ row }) => row.category === category).map(card)}
                </div>
              </div>
            ))}
          </div>
        </details>
      )}
    </fieldset>
  )
})

const hints = (
  { requires = [], fittingIncluded }: BuilderCatalogue['accessories'][number],
  nameOf: (code: string) => string | undefined,
  given: string | undefined,
): string =>
  [
    given,
    !fittingIncluded && 'Installation isn’t included.',
    ...requires.map((code) => `Needs ${nameOf(code) ?? code}.`),
  ]
    .filter(Boolean)
    .join(' ')

interface CarePlanChoiceProps {
  catalogue: BuilderCatalogue
  car: CatalogueCar
  chosen: string | null | undefined
  change: Change
}

export const CarePlanChoice = memo(function CarePlanChoice({
  catalogue,
  car,
  chosen,
  change,
}: CarePlanChoiceProps) {
  const isElectric = car.variant.powertrain === 'EV'
  const plan = catalogue.servicePlans.find(({ code }) => code === chosen)
  return (
    <details className="disclosure">
      <summary>
        <span>
          Care plan <span className="quiet">{plan?.name ?? 'None'}</span>
        </span>
      </summary>
      <fieldset className="choice-group">
        <legend className="visually-hidden">Care plan</legend>
        <div className="choice-group__items">
          <ChoiceCard
            type="radio"
            name="plan"
            value=""
            isChosen={!chosen}
            onChoose={() => change({ servicePlanCode: null })}
            title="No care plan"
            price={formatMoney(0)}
          />
          {catalogue.servicePlans.map((row) => (
            <ChoiceCard
              key={row.code}
              type="radio"
              name="plan"
              value={row.code}
              isChosen={row.code === chosen}
              onChoose={() => change({ servicePlanCode: row.code })}
              title={row.name}
              price={formatMoney(isElectric ? row.evPriceCents : row.priceCents)}
            >
              {capitalised(inWords(row.covers))}. {row.months} months or {formatNumber(row.km)} km,
              whichever comes first.
              {row.warrantyNote && ` ${row.warrantyNote}`}
            </ChoiceCard>
          ))}
        </div>
      </fieldset>
    </details>
  )
})
