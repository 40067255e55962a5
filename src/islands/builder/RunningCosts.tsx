import { useId, useState } from 'react'
import { formatNumber } from '#lib/shared/numbers.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { yearlyCosts } from '#lib/catalogue/running-costs.ts'
import { Slider } from '#ui/fields/Slider.tsx'
import type { BuilderCatalogue, BuilderVariant } from '#ui/configuration/builder-data.ts'
import { SummaryLine } from '#ui/SummaryLine.tsx'

interface RunningCostsProps {
  catalogue: BuilderCatalogue
  variant: BuilderVariant
  /** The chosen care plan. */
  planCode: string | null | undefined
}

const KM = { min: 2_000, max: 40_000, step: 1_000 }

/** The yearly running costs of a car: energy, road user charges and a service. */
export function RunningCosts({ catalogue, variant, planCode }: RunningCostsProps) {
  const { running, servicePlans } = catalogue
  const [km, setKm] = useState(running.prices.annualDistanceKm)
  const id = useId()
  const plan = servicePlans.find(({ code }) => code === planCode)
  // An extended warranty does not cover servicing.
  const isCovered = plan !== undefined && !plan.fairTradingActExtendedWarranty
  const listCents = running.serviceCents[variant.powertrain === 'EV' ? 'electric' : 'other']
  const costs = yearlyCosts(variant, running.prices, km, isCovered ? 0 : listCents)
  if (!costs) return <p>We don’t have fuel or electricity figures for this car.</p>

  const distance = `${formatNumber(km)} km`
  const lines: [label: string, cents: number, reason: string][] = [
    ['Energy', costs.energyCents, consumption(variant)],
    [
      'Road user charges',
      costs.roadUserCents,
      costs.roadUserCents > 0
        ? `Sold in units of 1,000 km. You’d need ${Math.ceil(km / 1000)} a year.`
        : 'Not for petrol cars. You pay fuel tax at the pump instead.',
    ],
    [
      'Servicing',
      costs.serviceCents,
      isCovered ? `Covered by ${plan.name}, included in the price.` : 'One annual service.',
    ],
  ]
  return (
    <div className="stack stack--s">
      <div className="builder__distance">
        <p id={id}>
          Driving <strong className="money">{distance}</strong> a year
        </p>
        <Slider label="Distance per year" {...KM} value={km} text={distance} onChange={setKm} />
      </div>
      <dl className="summary" aria-labelledby={id} aria-live="polite">
        {lines.map(([label, cents, reason]) => (
          <SummaryLine
            key={label}
            label={label}
            value={dollars(cents)}
            note={reason}
            kind="money"
          />
        ))}
        <SummaryLine
          label="Total per year"
          value={dollars(costs.totalCents)}
          note={<>This estimate doesn’t include insurance, tyres or rego. {running.note}</>}
          kind="money"
          isTotal
        />
      </dl>
    </div>
  )
}

const dollars = (cents: number) => formatMoney(Math.round(cents / 100) * 100)

const consumption = ({ fuelLitresPer100Km, electricityKwhPer100Km }: BuilderVariant): string =>
  `${[
    fuelLitresPer100Km !== null && `${fuelLitresPer100Km} L`,
    electricityKwhPer100Km !== null && `${electricityKwhPer100Km} kWh`,
  ]
    .filter(Boolean)
    .join(' and ')} per 100 km.`
