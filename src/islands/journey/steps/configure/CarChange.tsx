import { useEffect, useMemo, type ReactNode } from 'react'
import { $deliveries, carKey, type Deliveries } from '#stores/quote/deliveries.ts'
import { loadDeliveries } from '#stores/quote/quote-calls.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import type { BuilderProps } from '#ui/configuration/builder-data.ts'
import { findBuilderCar, rowsByCode } from '#ui/configuration/builder-car.ts'
import { GradeChoice, ModelChoice, OptionChoice } from '#ui/configuration/CarChoices.tsx'
import '#ui/configuration/configuration.css'
import { deliveryMoves } from '#ui/configuration/delivery.ts'
import { AccessoryChoice, CarePlanChoice } from '#ui/configuration/ExtraChoices.tsx'
import { SwatchGroup } from '#ui/configuration/SwatchGroup.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ChangeNotices } from '#islands/journey/notices/ChangeNotices.tsx'
import { useDeal } from '#islands/journey/deal/use-deal.ts'
import { WithRange } from '#islands/journey/deal/WithRange.tsx'
import type { CarPart } from './car-parts.ts'

const NONE: Deliveries = {}

/** The choices for a part of the car, as in build and quote. Each change is priced again. */
export const CarChange = ({ part }: { part: CarPart }) => (
  <WithRange>{(range) => <PartChoices range={range} part={part} />}</WithRange>
)

function PartChoices({ range, part }: { range: BuilderProps; part: CarPart }) {
  const { catalogue, request, change, isSold, notices } = useDeal(range.catalogue)
  const car = useMemo(() => findBuilderCar(request.kdcd, catalogue), [request.kdcd, catalogue])
  const { model, variant, option } = car
  const known = useIslandStore($deliveries, NONE)
  useEffect(() => void loadDeliveries(model.code), [model.code])
  if (!isSold)
    return (
      <div className="builder__part">
        <Notice kind="warning">
          Your car is no longer in our range. Please choose another one.
        </Notice>
        <ModelChoice {...{ catalogue, change }} />
      </div>
    )
  const moves = deliveryMoves(car, request.colourCode, (kdcd, code) => known[carKey(kdcd, code)])
  const choices = { catalogue, model, variant, kdcd: option.kdcd, change }
  const extras = { catalogue, car, change }
  const CHOICES: Record<CarPart, () => ReactNode> = {
    Model: () => <ModelChoice {...choices} />,
    Grade: () => <GradeChoice {...choices} moves={moves.grades} />,
    Option: () => <OptionChoice {...choices} moves={moves.options} />,
    Colour: () => (
      <SwatchGroup
        legend="Colour"
        name="colour"
        kind="paint"
        rows={rowsByCode(option.colourCodes, catalogue.colours)}
        chosen={request.colourCode}
        moves={moves.colours}
        onChoose={(colourCode) => change({ colourCode })}
      />
    ),
    Interior: () => (
      <SwatchGroup
        legend="Interior"
        name="interior"
        kind="trim"
        rows={rowsByCode(option.interiorCodes, catalogue.interiors)}
        chosen={request.interiorCode}
        onChoose={(interiorCode) => change({ interiorCode })}
      />
    ),
    Extras: () => (
      <>
        <AccessoryChoice {...extras} chosen={request.accessoryCodes} />
        <CarePlanChoice {...extras} chosen={request.servicePlanCode} />
      </>
    ),
  }
  return (
    <div className="builder__part">
      <ChangeNotices notices={notices} />
      {CHOICES[part]()}
    </div>
  )
}
