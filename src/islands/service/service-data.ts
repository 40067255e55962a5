import type { ServiceType, Workshop } from '#content/schema/dealer.ts'
import type { ServicePage } from '#content/schema/page.ts'
import type { Address } from '#lib/customers/shapes.ts'
import { formatClock } from '#lib/service/opening-hours.ts'

/** A dealer's workshop as the page gives it to the island. */
export interface ServiceOutlet {
  outletCode: string
  name: string
  region: string
  address: Address
  phone: string
  /** Whether it services electric cars too. */
  evCertified: boolean
  hours: Workshop['hours']
}

/** The data the page passes at build. */
export interface ServiceData {
  page: ServicePage
  types: ServiceType[]
  outlets: ServiceOutlet[]
  /** A car, for the page's head. */
  picture: { src: string; width: number; height: number }
}

/** The address of a dealer in one line. */
export const outletAddress = ({
  address: { line1, suburb, city },
}: Pick<ServiceOutlet, 'address'>): string =>
  [line1, ...(suburb && suburb !== city ? [suburb] : []), city].join(', ')

const shown = (hours: string | null): string =>
  hours === null ? 'closed' : hours.split('-').map(formatClock).join(' to ')

/** The workshop hours: `Monday to Friday 7:30 am to 5 pm, Saturday 8:30 am to 12:30 pm`. */
export const outletHours = ({ hours }: Pick<ServiceOutlet, 'hours'>): string =>
  [
    `Monday to Friday ${shown(hours.mon)}`,
    ...(hours.sat ? [`Saturday ${shown(hours.sat)}`] : []),
    ...(hours.sun ? [`Sunday ${shown(hours.sun)}`] : []),
  ].join(', ')
