import { ProviderRefusal } from '../ask.ts'
import type { BankProvider } from './bank-provider.ts'

/** Stands where no provider of bank payments is configured: `GET /config` says so, and none can be started. */
export const noBank: BankProvider = {
  name: 'none',
  startPayment: () => Promise.reject(new ProviderRefusal('bank payments are off')),
  findPayment: async () => null,
  listPaid: async () => [],
}
