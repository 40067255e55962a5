import type { StaffRight } from './staff-roles.ts'

/** The choices on staff pages. The contract's shapes are made from these. */

/** The kinds of work for staff, each a list of its own. */
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
  'price-falls',
  'transfers',
  'refunds',
  'disputes',
] as const
export type WorkKind = (typeof WORK_KINDS)[number]

/** The right that each kind of work needs. */
export const WORK_RIGHTS: Record<WorkKind, StaffRight> = {
  appraisals: 'sales',
  referrals: 'sales',
  documents: 'sales',
  credit: 'sales',
  unpaid: 'sales',
  'no-car': 'allocation',
  agreements: 'sales',
  acceptances: 'sales',
  'hand-overs': 'sales',
  'price-falls': 'sales',
  transfers: 'money',
  refunds: 'money',
  disputes: 'money',
}

/** The work of a kind is counted up to this. */
export const MOST_COUNTED = 100

/** The fields by which customers can be searched. */
export const CUSTOMER_SEARCH_FIELDS = ['name', 'rego', 'phone', 'email'] as const
