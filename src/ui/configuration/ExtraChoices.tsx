import { memo } from 'react'
import { formatNumber } from '#lib/shared/numbers.ts'
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
  const categories = [...new Set(rows.map(({ category }) => category))]
  const included = catalogue.accessories.filter((row) => fitsCar(row, car) && comesWith(car, row))
  const nameOf = (code: string) => catalogue.accessories.find((row) => row.code === code)?.name

  return (
    <fieldset className="choice-group">
      <legend className="visually-hidden">Accessories</legend>
      {included.length > 0 && (
        <p className="field__hint">
          {car.option.name} already includes {included.map(({ name }) => name).join(' and ')}.
        </p>
      )}
      {categories.map((category) => (
        <div className="builder__category" key={category}>
          <h3 className="builder__category-name">{category}</h3>
          <div className="choice-group__items">
            {rows
              .filter((row) => row.category === category)
              .map((row) => ({ row, given: givenBy(row.code, car, catalogue) }))
              .map(({ row, given }) => (
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
                  price={formatMoney(given ? 0 : row.priceCents)}
                >
                  {hints(row, nameOf, given)}
                </ChoiceCard>
              ))}
          </div>
        </div>
      ))}
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
  return (
    <fieldset className="choice-group">
      <legend>Care plan</legend>
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
        {catalogue.servicePlans.map((plan) => (
          <ChoiceCard
            key={plan.code}
            type="radio"
            name="plan"
            value={plan.code}
            isChosen={plan.code === chosen}
            onChoose={() => change({ servicePlanCode: plan.code })}
            title={plan.name}
            price={formatMoney(isElectric ? plan.evPriceCents : plan.priceCents)}
          >
            {plan.covers.join(', ')}. {plan.months} months or {formatNumber(plan.km)} km, whichever
            comes first.
            {plan.warrantyNote && ` ${plan.warrantyNote}`}
          </ChoiceCard>
        ))}
      </div>
    </fieldset>
  )
})
