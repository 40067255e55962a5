import { useRef } from 'react'
import { SIGNED_OUT, type SessionCustomer } from '#stores/session/session-shape.ts'
import { $session, actFor } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { goTo } from '#ui/hooks/use-hash.ts'
import { customerHash } from '../routes.ts'

/** Starts acting for a customer and opens the record. While acting for that customer it is a link instead. */
export function SelectButton({
  customer,
  describedBy,
  whileActing = { text: 'Acting', href: customerHash(customer.id) },
}: {
  customer: SessionCustomer
  /** The element that names the customer. */
  describedBy: string
  /** The link shown while acting for the customer, to the record by default. */
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
          // The button with the focus is gone.
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
