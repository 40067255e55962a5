import type { z } from '#lib/shared/zod.ts'
import type { getConfig } from '#lib/site/calls.ts'
import type { Deps } from '#server/deps.ts'

/** What depends on who answers the calls. */
interface Answering {
  calls: 'all' | 'specification'
  /** The client of the pages. */
  client: { id: string; secret: string }
  card: string
  isCardTest: boolean
  bankPayment: string
  register: string
  valuation: string
  hasSoftCheck: boolean
}

/** The settings that the pages need at run time. */
export const configOf = (
  { settings, catalogue }: Pick<Deps, 'settings' | 'catalogue'>,
  { calls, client, card, isCardTest, bankPayment, register, valuation, hasSoftCheck }: Answering,
): z.infer<typeof getConfig.answer> => ({
  calls,
  flags: settings.features,
  providers: { card, bankPayment, captcha: settings.captcha.provider, register, valuation },
  hasSoftCheck,
  isCardTest,
  // Only a vendor's captcha has a site key.
  captchaSiteKey:
    settings.captcha.provider === 'turnstile'
      ? settings.captcha.siteKey
      : settings.captcha.provider,
  chat: settings.chat,
  clientId: client.id,
  clientSecret: client.secret,
  termsVersion: catalogue.pages.terms.version,
  cancelDays: settings.cancelDays,
  depositHours: settings.depositHours,
  demo: settings.isDemo,
})
