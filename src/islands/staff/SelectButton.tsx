import { useRef } from 'react'
import { SIGNED_OUT, type SessionCustomer } from '#stores/session/session-shape.ts'
import { $session, actFor } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { goTo } from '#ui/hooks/use-hash.ts'
import { customerHash } from './routes.ts'

/** Acts for a customer and opens the record. For the customer that staff act for already it leads on from here. */
export function SelectButton({
  customer,
  describedBy,
  whileActing = { text: 'Acting', href: customerHash(customer.id) },
}: {
  customer: SessionCustomer
  /** The element that names the customer. */
  describedBy: string
  /** Where it leads while acting for the customer: to the record, unless it says otherwise. */
  whileActing?: { text: string; href: string }
}) {
  const { actingFor } = useIslandStore($session, SIGNED_OUT)
  const wasPressed = useRef(false)
  if (actingFor?.id === customer.id)
    return (
      <a
        className="staff-acting"
        href={whileActing.href}
        aria-describedby={describedBy}
        data-row-action
        ref={(link) => {
          // The button that was pressed is gone.
          if (wasPressed.current) link?.focus()
          wasPressed.current = false
        }}
      >
        {whileActing.text}
      </a>
    )
  return (
    <button
      type="button"
      className="button button--quiet button--small"
      aria-describedby={describedBy}
      data-row-action
      onClick={() => {
        wasPressed.current = true
        actFor(customer)
        goTo(customerHash(customer.id))
      }}
    >
      Select
    </button>
  )
}
