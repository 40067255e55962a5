import { rightRefusal } from '#lib/staff/staff-roles.ts'
import { $customer } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Notice } from '#ui/Notice.tsx'

/** Instead of a booking, for staff whose role makes none. */
export function NotYours() {
  const customer = useIslandStore($customer, null)
  return (
    <Notice kind="info" title={rightRefusal('bookings')}>
      Ask one of them to book the service{customer && ` for ${customer.name.firstName}`}. Customers
      can also book it here themselves.
    </Notice>
  )
}
