import { expect, test } from 'vitest'
import { ProviderUnavailable } from '../ask.ts'
import { stripeCard, stripeSdk } from './stripe.ts'

const settings = { secretKey: 'sk_test_x', publishableKey: null, webhookSecret: 'whsec_x' }

test('the provider is unavailable until its package can be loaded', async () => {
  let isThere = false
  const card = stripeCard(
    settings,
    () => new Date(),
    () => (isThere ? stripeSdk() : Promise.reject(new Error('Cannot find package'))),
  )

  await expect(card.findSession('cs_1')).rejects.toThrow(ProviderUnavailable)
  await expect(card.readNotice(new Uint8Array(), 't=1,v1=x')).rejects.toThrow(ProviderUnavailable)
  isThere = true
  expect(await card.readNotice(new Uint8Array(), 't=1,v1=x')).toBeNull()
})
