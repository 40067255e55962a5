import type { ServiceType, Workshop } from '#content/schema/dealer.ts'
import type { ServicePage } from '#content/schema/page.ts'
import type { Address } from '#lib/customers/shapes.ts'

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
  hours === null ? 'closed' : hours.split('-').map(clockTime).join(' to ')

const clockTime = (time: string): string => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const suffix = hour < 12 ? 'am' : 'pm'
  return `${hour % 12 || 12}${minute ? `:${String(minute).padStart(2, '0')}` : ''} ${suffix}`
}

/** The workshop hours: `Monday to Friday 7:30 am to 5 pm, Saturday 8:30 am to 12:30 pm`. */
export const outletHours = ({ hours }: Pick<ServiceOutlet, 'hours'>): string =>
  [
    `Monday to Friday ${shown(hours.mon)}`,
    ...(hours.sat ? [`Saturday ${shown(hours.sat)}`] : []),
    ...(hours.sun ? [`Sunday ${shown(hours.sun)}`] : []),
  ].join(', ')
