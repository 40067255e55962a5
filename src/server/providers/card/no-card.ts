import { ProviderUnavailable } from '../ask.ts'
import type { CardProvider } from './card-provider.ts'

const refuse = async (): Promise<never> => {
  throw new ProviderUnavailable('The card provider', 'card payments are off')
}

/**
 * Used without a card provider: `GET /stripe/config` shows it, and no payment can be started. Staff send the refunds of
 * earlier payments.
 */
export const noCard: CardProvider = {
  name: 'none',
  testMode: false,
  publishableKey: null,
  createSession: refuse,
  findSession: async () => null,
  expireSession: refuse,
  refund: refuse,
  findRefund: async () => null,
  findDispute: async () => null,
  findPayout: async () => null,
  listMoney: async () => ({ charges: [], refunds: [], disputes: [], payouts: [] }),
  readNotice: async () => null,
}
