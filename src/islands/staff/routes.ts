import type { CustomerSearchField } from '#lib/codes.ts'
import { CUSTOMER_SEARCH_FIELDS, WORK_KINDS, type WorkKind } from '#lib/staff/staff-lists.ts'

/** The staff area's hash routes: the search (specification §2) and the other screens. */
export type StaffRoute =
  | { screen: 'search'; where: CustomerSearchField; search: string }
  | { screen: 'customer'; id: number; view: 'record' | 'history' }
  | { screen: 'messages'; show: 'todo' | 'done' }
  | { screen: 'work'; kind: WorkKind | null }
  | { screen: 'purchase'; id: string }
  | { screen: 'bookings' | 'deletions' | 'money' | 'sign-in' }

const SEARCH_FIELDS: readonly string[] = CUSTOMER_SEARCH_FIELDS

/** Parses a hash such as `#/search?where=rego&search=TOI101`; `null` for an unknown route. */
export function parseRoute(hash: string): StaffRoute | null {
  const [path = '', text = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const query = new URLSearchParams(text)
  if (path === 'search') {
    const where = query.get('where') ?? ''
    return {
      screen: 'search',
      where: SEARCH_FIELDS.includes(where) ? (where as CustomerSearchField) : 'name',
      search: (query.get('search') ?? '').trim().slice(0, 100),
    }
  }
  if (path === 'messages')
    return { screen: 'messages', show: query.get('show') === 'done' ? 'done' : 'todo' }
  if (path === 'bookings' || path === 'deletions' || path === 'money' || path === 'sign-in')
    return { screen: path }
  if (path === 'work')
    return { screen: 'work', kind: WORK_KINDS.find((kind) => kind === query.get('kind')) ?? null }
  const [, purchase] = /^purchase\/([\w-]{1,64})$/.exec(path) ?? []
  if (purchase) return { screen: 'purchase', id: purchase }
  const [, id, view] = /^customer\/([1-9]\d{0,9})(\/history)?$/.exec(path) ?? []
  return id ? { screen: 'customer', id: Number(id), view: view ? 'history' : 'record' } : null
}

export const SEARCH = '#/search'
export const BOOKINGS = '#/bookings'
export const DELETIONS = '#/deletions'
export const MONEY = '#/money'
export const SIGN_IN = '#/sign-in'
export const searchHash = (where: CustomerSearchField, search: string) =>
  `${SEARCH}?${new URLSearchParams({ where, search })}`
export const customerHash = (id: number, view: 'record' | 'history' = 'record') =>
  `#/customer/${id}${view === 'history' ? '/history' : ''}`
export const messagesHash = (show: 'todo' | 'done' = 'todo') =>
  show === 'done' ? '#/messages?show=done' : '#/messages'
export const workHash = (kind: WorkKind | null = null) => (kind ? `#/work?kind=${kind}` : '#/work')
export const purchaseHash = (id: string) => `#/purchase/${id}`
