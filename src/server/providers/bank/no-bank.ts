import { ProviderRefusal } from '../ask.ts'
import type { BankProvider } from './bank-provider.ts'

/** Used without an online banking provider: `GET /config` shows it, and no payment can be started. */
export const noBank: BankProvider = {
  name: 'none',
  startPayment: () => Promise.reject(new ProviderRefusal('online banking is off')),
  findPayment: async () => null,
  listPaid: async () => [],
}
