import type { DeliveryStatus } from '#lib/contract/shapes.ts'

/** The stages of a delivery, in order, in words. */
export const DELIVERY_STAGES: readonly { status: DeliveryStatus; label: string }[] = [
  { status: 'ONORDER', label: 'On order' },
  { status: 'SHIPPED', label: 'Shipped' },
  { status: 'LANDED', label: 'In New Zealand' },
  { status: 'DISPATCHED', label: 'On its way to your outlet' },
  { status: 'AVAIL4PKUP', label: 'Ready to pick up' },
]

/** The stages as a track: what is done, where the car is now, what is to come. */
export function deliveryTrack(status: DeliveryStatus) {
  const at = DELIVERY_STAGES.findIndex((stage) => stage.status === status)
  return DELIVERY_STAGES.map(({ label }, index) => ({
    label,
    state: index < at ? ('done' as const) : index === at ? ('current' as const) : ('todo' as const),
  }))
}
