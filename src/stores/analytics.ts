import { $session } from './session.ts'

/**
 * Pushes the customer's number to the data layer on sign-in, and takes it back on sign-out (specification §4). A tag
 * manager that the brand adds reads it there; without one nobody does. Staff are nobody, also while they act for a
 * customer (decision 12).
 *
 * @returns Stops it.
 */
export function keepDataLayer(): () => void {
  let told: number | null = null
  let isFirst = true
  return $session.subscribe(({ token, user }) => {
    const id = (token && user?.type === 'CUSTOMER' && user.customer?.id) || null
    if (id !== told) {
      const layer = ((window as { dataLayer?: unknown[] }).dataLayer ??= [])
      // On a page that opens signed in nobody has just signed in.
      const event = isFirst ? {} : { event: id ? 'login' : 'logout' }
      layer.push({ ...event, userId: id && String(id) })
      told = id
    }
    isFirst = false
  })
}
