import type { Actor } from './actor.ts'
import { notFound, notPermitted } from './api-problem.ts'

/** PostgreSQL's largest integer: no customer has a higher number. */
const MAX_CUSTOMER_ID = 2_147_483_647

/**
 * The customer's number in a path, if the actor may act for that customer: the customer, or staff.
 *
 * @param id As the path has it: digits.
 * @throws {ApiProblem} 403 for any other number, whether there is such a customer or not; for staff 404 for one
 *   that no customer can have.
 */
export function permittedCustomer(actor: Actor, id: string): number {
  const customerId = Number(id)
  if (actor.type === 'STAFF') {
    if (customerId > MAX_CUSTOMER_ID) throw notFound()
    return customerId
  }
  if (actor.type === 'CUSTOMER' && actor.customerId === customerId) return customerId
  throw notPermitted('You are not permitted to view another customer')
}

/** @throws {ApiProblem} 403 for anybody but staff. */
export function requireStaff(actor: Actor): number {
  if (actor.type !== 'STAFF') throw notPermitted()
  return actor.staffId
}
