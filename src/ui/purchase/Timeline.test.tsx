// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import type { OrderFacts } from '#lib/orders/timeline.ts'
import { Timeline } from './Timeline.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

test('a change that comes while the order is on the screen is read out, and its first dates are not', async () => {
  const facts: OrderFacts = {
    status: 'CONFIRMED',
    quote: { payOption: 'CASH' },
    confirmedDate: '2026-11-20',
    metadata: {},
    paymentMetadata: {
      depositCents: 100_000,
      depositPaid: true,
      balanceCents: 0,
      paidCents: 100_000,
      balancePaidCents: 0,
    },
    estimate: null,
    today: '2026-11-23',
  }
  const delivery = { status: null, history: [], estimate: null, estimates: [] }
  const record = { delivery, payments: [], handOver: null }
  const container = document.createElement('div')
  const root = createRoot(container)
  const show = (change: Partial<OrderFacts>) =>
    act(async () => root.render(<Timeline {...facts} {...change} />))
  const status = () => container.querySelector('[role=status]')?.textContent

  await show({})
  await show({ record })
  expect(status()).toBe('')
  await show({ record, status: 'AGREEMENT', metadata: { deliveryStatus: 'SHIPPED' } })
  expect(status()).toBe('Your purchase has moved on. Current step: On its way to New Zealand.')
  await act(async () => root.unmount())
})
