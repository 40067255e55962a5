import type { PricedRequest } from '#lib/pricing/pricing.ts'

/** A configuration as the query of an address, `?` included. Money is in cents. No accessories are an empty list. */
export function configurationQuery(request: PricedRequest): string {
  const { finance } = request
  const fields: [name: string, value: string | number | null | undefined][] = [
    ['kdcd', request.kdcd],
    ['colour', request.colourCode],
    ['interior', request.interiorCode],
    ['accessories', request.accessoryCodes?.join(',')],
    ['plan', request.servicePlanCode],
    ['pay', request.payOption],
    ['deposit', finance?.depositCents],
    ['term', finance?.termMonths],
    ['every', finance?.frequency],
    ['km', finance?.annualKm],
  ]
  const query = new URLSearchParams(
    fields.flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  )
  return `?${query.toString().replaceAll('%2C', ',')}`
}
