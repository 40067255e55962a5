import { useEffect, useMemo } from 'react'
import { $deliveries, carKey, type Deliveries } from '#stores/quote/deliveries.ts'
import { loadDeliveries } from '#stores/quote/quote-calls.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import type { BuilderProps } from '#ui/configuration/builder-data.ts'
import { findBuilderCar, rowsByCode } from '#ui/configuration/builder-car.ts'
import { GradeChoice, ModelChoice, OptionChoice } from '#ui/configuration/CarChoices.tsx'
import { deliveryMoves } from '#ui/configuration/delivery.ts'
import { AccessoryChoice, CarePlanChoice } from '#ui/configuration/ExtraChoices.tsx'
import { BuilderSection } from '#ui/configuration/BuilderSection.tsx'
import { SwatchGroup } from '#ui/configuration/SwatchGroup.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ChangeNotices } from '#islands/journey/notices/ChangeNotices.tsx'
import { useDeal } from '#islands/journey/deal/use-deal.ts'
import { WithRange } from '#islands/journey/deal/WithRange.tsx'

const NONE: Deliveries = {}

/** Every choice of the car, as in build and quote. Each change is priced again. */
export const CarChange = () => <WithRange>{(range) => <CarFields range={range} />}</WithRange>

function CarFields({ range: { catalogue: full, words } }: { range: BuilderProps }) {
  const { catalogue, request, change, isSold, notices } = useDeal(full)
  const car = useMemo(() => findBuilderCar(request.kdcd, catalogue), [request.kdcd, catalogue])
  const { model, variant, option } = car
  const known = useIslandStore($deliveries, NONE)
  useEffect(() => void loadDeliveries(model.code), [model.code])
  if (!isSold)
    return (
      <BuilderSection title={words.steps.model}>
        <Notice kind="warning">
          Your car is no longer in our range. Please choose another one.
        </Notice>
        <ModelChoice {...{ catalogue, change }} />
      </BuilderSection>
    )
  const moves = deliveryMoves(car, request.colourCode, (kdcd, code) => known[carKey(kdcd, code)])
  const choices = { catalogue, model, variant, kdcd: option.kdcd, change }
  return (
    <div className="stack stack--l">
      <ChangeNotices notices={notices} />
      <BuilderSection title={words.steps.colour}>
        <SwatchGroup
          legend="Colour"
          name="colour"
          kind="paint"
          rows={rowsByCode(option.colourCodes, catalogue.colours)}
          chosen={request.colourCode}
          moves={moves.colours}
          onChoose={(colourCode) => change({ colourCode })}
        />
        <SwatchGroup
          legend="Interior"
          name="interior"
          kind="trim"
          rows={rowsByCode(option.interiorCodes, catalogue.interiors)}
          chosen={request.interiorCode}
          onChoose={(interiorCode) => change({ interiorCode })}
        />
      </BuilderSection>
      <BuilderSection title={words.steps.variant}>
        <GradeChoice {...choices} moves={moves.grades} />
        <OptionChoice {...choices} moves={moves.options} />
      </BuilderSection>
      <BuilderSection title={words.steps.accessories}>
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
      </BuilderSection>
      <BuilderSection title={words.steps.model}>
        <ModelChoice {...choices} />
      </BuilderSection>
    </div>
  )
}
