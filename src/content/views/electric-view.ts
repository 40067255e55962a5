import { homeCharge, rangeAt, tripStops, type TripStops } from '#lib/catalogue/electric-driving.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { capitalised } from '#lib/shared/words.ts'
import { energySplit, type Line } from '../model-view.ts'
import type { Catalogue } from '../schema/catalogue.ts'
import type { CatalogueModel, CatalogueVariant } from '../schema/model.ts'

export interface Trip {
  name: string
  distance: string
  /** Of each grade that drives on electricity alone, in order. */
  stops: { onAMildDay: string; inWinter: string }[]
}

export interface ElectricView {
  grades: { heading: string; lines: Line[] }[]
  /** The grades that the trips are for; none where all have an engine too. */
  tripGrades: string[]
  trips: Trip[]
  /** The assumptions in a sentence. */
  note: string
}

/** Range, charging and trips of a model; `null` where no grade has a plug, or the brand gives no figures. */
export function electricView(model: CatalogueModel, catalogue: Catalogue): ElectricView | null {
  const { electric, electricityPerKwhCents, annualDistanceKm } = catalogue.economyAssumptions
  const plugged = model.variants.filter(({ energyEconomy }) => energyEconomy.electricRangeKm)
  if (!electric || plugged.length === 0) return null
  const { winterRangePct, motorwayRangePct, socketKw, wallboxKw, chargingLossPct } = electric

  const lines = (variant: CatalogueVariant): Line[] => {
    const { specs, energyEconomy } = variant
    const split = energySplit(variant, catalogue.economyAssumptions)
    const range = energyEconomy.electricRangeKm!
    const chargeAt = (kw: number) =>
      homeCharge(
        specs.batteryKwh ?? 0,
        { socketKw: kw, carKw: specs.acChargeKw ?? kw },
        chargingLossPct,
        electricityPerKwhCents,
      )
    const cost = formatMoney(Math.round(chargeAt(socketKw).cents / 10) * 10)
    return [
      { label: `Range (${energyEconomy.testCycle})`, value: `${range} km` },
      { label: 'In winter, with heating', value: about(rangeAt(range, winterRangePct)) },
      { label: 'On the motorway at 100 km/h', value: about(rangeAt(range, motorwayRangePct)) },
      {
        label: 'In winter on the motorway',
        value: about(rangeAt(range, (motorwayRangePct * winterRangePct) / 100)),
      },
      ...(specs.batteryKwh
        ? [
            { label: 'Full charge from a socket', value: hoursText(chargeAt(socketKw).hours) },
            {
              label: 'Full charge from a wall charger',
              value: hoursText(chargeAt(wallboxKw).hours),
            },
            { label: 'Full charge at home costs', value: `about ${cost}` },
          ]
        : []),
      ...(specs.dc10To80Min
        ? [{ label: 'Fast charger, 10 to 80%', value: `${specs.dc10To80Min} min` }]
        : []),
      ...(split
        ? [
            {
              label: `Yearly cost for ${formatNumber(annualDistanceKm)} km`,
              value: capitalised(split),
            },
          ]
        : []),
    ]
  }

  const onTrips = plugged.filter(
    ({ powertrain, specs }) => powertrain === 'EV' && specs.dc10To80Min,
  )
  const stopsOf = ({ energyEconomy, specs }: CatalogueVariant, km: number, pct: number) =>
    stopsText(tripStops(km, (energyEconomy.electricRangeKm! * pct) / 100, specs.dc10To80Min!))
  return {
    grades: plugged.map((variant) => ({ heading: variant.name, lines: lines(variant) })),
    tripGrades: onTrips.map(({ name }) => name),
    trips: electric.trips.map(({ from, to, km }) => ({
      name: `${from} to ${to}`,
      distance: `${formatNumber(km)} km`,
      stops: onTrips.map((variant) => ({
        onAMildDay: stopsOf(variant, km, motorwayRangePct),
        inWinter: stopsOf(variant, km, (motorwayRangePct * winterRangePct) / 100),
      })),
    })),
    note:
      `These are estimates. Winter range (5 °C) is ${winterRangePct}% of the test figure, and ` +
      `range at 100 km/h is ${motorwayRangePct}%. Charging at home assumes a ${socketKw} kW socket ` +
      `or a ${wallboxKw} kW wall charger, charging losses of ${chargingLossPct}%, and electricity at ${electricityPerKwhCents} cents a kWh.` +
      (onTrips.length > 0
        ? ' Trips assume a speed of 100 km/h, a full battery at the start and 10% kept in reserve.'
        : ''),
  }
}

const about = (km: number) => `about ${km} km`

const hoursText = (hours: number): string => {
  const whole = Math.max(1, Math.round(hours))
  return `about ${whole === 1 ? '1 hour' : `${whole} hours`}`
}

const stopsText = ({ stops, minutes }: TripStops): string =>
  stops === 0 ? 'no stops' : `${stops === 1 ? '1 stop' : `${stops} stops`}, ${minutes} min`

/** The longest electric range of a model in km; `null` where none drives on electricity alone. */
export const longestElectricRange = ({ variants }: CatalogueModel): number | null => {
  const ranges = variants.flatMap(({ powertrain, energyEconomy }) =>
    powertrain === 'EV' ? (energyEconomy.electricRangeKm ?? []) : [],
  )
  return ranges.length > 0 ? Math.max(...ranges) : null
}
