import type { WorkKind } from '#lib/domain/staff-lists.ts'
import type { StaffRight } from '#lib/domain/staff-roles.ts'
import type { Scope } from './actor.ts'

/**
 * Who may make a call. Staff may do what an owner may, unless it is for the customer only: those whose role gives the
 * right that the row names.
 */
type Who =
  | { who: 'anyone' | 'signed in' | 'the customer only' }
  /** Whatever their roles, and before they have a second factor: how they sign in. */
  | { who: 'staff for themselves' }
  | { who: 'owner, staff' | 'staff only'; right: StaffRight | ((input: CallInput) => StaffRight) }

/** What a call is about, as its input names it. */
export type Named =
  | { kind: 'customer'; id: number }
  | { kind: 'quote' | 'journey' | 'booking'; id: string; fileId?: string }

/** What a machine client needs besides to see documents of a finance application, their names included. */
export const DOCUMENT_SCOPE: Scope = 'finance:decide'

/** What bodies name, each by its schema. A row of the table reads what its call's schema has. */
export interface NamedInBody {
  quoteId: string
  purchaseJourneyId: string
  customerId?: number | null
  event?: string
}

/** The input of a call, as far as it can name something. */
export interface CallInput {
  params: Record<string, unknown>
  query: { kind?: WorkKind }
  body: NamedInBody
}

/** A row of the table of who may do what. */
export type Policy = Who & {
  /** What it is about; the rule must hold for each. */
  about?: (input: CallInput) => Named[]
  /** A browser may, without a token, for the quotes it made itself (decision 15). */
  orBrowser?: true
  /** An anonymous quote is for the browser that made it alone, for staff too (contract, POST /quote/{id}/copy). */
  anonymousForItsBrowser?: true
  /** Anybody may, without a token: where it is about something, with the key of that. */
  orVisitor?: true
  /** With this scope a machine client may. Without one none may. */
  scope?: Scope
  /** A field of the body that is for the customer only, in a call that is not. */
  customersField?: string
  /** How staff are refused what is for the customer only. */
  refusal?: string
  /** Whether the audit has a row even where no one customer is named: a search, a list of people. */
  isSearch?: true
  /** Its service writes the audit's row, together with what it changes. */
  auditsItself?: true
}
