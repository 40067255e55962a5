import type { CurrentUser } from '#lib/customers/shapes.ts'
import type { TokenRecord } from '#stores/session/session-shape.ts'

/** A session's token that lasts longer than any test. */
export const aToken = (): TokenRecord => ({
  access_token: 'a',
  refresh_token: 'r',
  expires_in: 900,
  refreshAt: 1e15,
})

/** Sam Patel, who is signed in as staff. */
export const aStaffUser = (
  facts: Partial<NonNullable<CurrentUser['staff']>> = {},
): CurrentUser => ({
  type: 'STAFF',
  staff: { id: 1, firstName: 'Sam', lastName: 'Patel', email: 's@example.nz', roles: [], ...facts },
  customer: null,
})
