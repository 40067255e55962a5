import type { ComponentType } from 'react'
import type { Step } from '#lib/purchases/journey-steps.ts'

/** The screen of each step, loaded on demand or shortly before. */
export const SCREENS: Record<Step, () => Promise<ComponentType>> = {
  configure: async () => (await import('./steps/configure/Configure.tsx')).Configure,
  quote: async () => (await import('./steps/quote/Quote.tsx')).Quote,
  'trade-in': async () => (await import('./steps/trade-in/TradeIn.tsx')).TradeIn,
  'owner-details': async () =>
    (await import('./steps/owner-details/OwnerDetails.tsx')).OwnerDetails,
  finance: async () => (await import('./steps/finance/Finance.tsx')).Finance,
  confirm: async () => (await import('./steps/confirm/Confirm.tsx')).Confirm,
  payment: async () => (await import('./steps/payment/Payment.tsx')).Payment,
  complete: async () => (await import('./steps/complete/Complete.tsx')).Complete,
}
