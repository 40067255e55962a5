import { lazy, type ComponentType } from 'react'
import type { Step } from '#lib/domain/journey-steps.ts'

const screen = (load: () => Promise<ComponentType>) => ({
  /** Fetches the screen ahead of its turn. */
  load,
  Screen: lazy(() => load().then((component) => ({ default: component }))),
})

/** What each step shows. A screen is fetched when it is wanted, or a moment before. */
export const SCREENS: Record<Step, ReturnType<typeof screen>> = {
  configure: screen(async () => (await import('./steps/configure/Configure.tsx')).Configure),
  quote: screen(async () => (await import('./steps/quote/Quote.tsx')).Quote),
  'trade-in': screen(async () => (await import('./steps/trade-in/TradeIn.tsx')).TradeIn),
  'owner-details': screen(
    async () => (await import('./steps/owner-details/OwnerDetails.tsx')).OwnerDetails,
  ),
  finance: screen(async () => (await import('./steps/finance/Finance.tsx')).Finance),
  confirm: screen(async () => (await import('./steps/confirm/Confirm.tsx')).Confirm),
  payment: screen(async () => (await import('./steps/payment/Payment.tsx')).Payment),
  complete: screen(async () => (await import('./steps/complete/Complete.tsx')).Complete),
}
