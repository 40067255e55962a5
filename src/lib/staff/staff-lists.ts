/** What the pages of our people choose from. The contract's shapes are made from these. */

/** What waits for our people, each a list of its own. */
export const WORK_KINDS = [
  'appraisals',
  'referrals',
  'documents',
  'credit',
  'unpaid',
  'no-car',
  'agreements',
  'acceptances',
  'hand-overs',
  'transfers',
  'refunds',
  'disputes',
] as const
export type WorkKind = (typeof WORK_KINDS)[number]

/** What a customer is searched for by. */
export const CUSTOMER_SEARCH_FIELDS = ['name', 'rego', 'phone', 'email'] as const
