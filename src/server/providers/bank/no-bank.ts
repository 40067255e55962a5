import { ProviderRefusal } from '../ask.ts'
import type { BankProvider } from './bank-provider.ts'

/** Used without a provider of bank payments: `GET /config` shows it, and no payment can be started. */
export const noBank: BankProvider = {
  name: 'none',
  startPayment: () => Promise.reject(new ProviderRefusal('bank payments are off')),
  findPayment: async () => null,
  listPaid: async () => [],
}
