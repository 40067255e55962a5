import type { PoliSettings } from '#server/providers/bank/poli.ts'
import type { StripeSettings } from '#server/providers/card/stripe-sdk.ts'
import type { LenderSettings } from '#server/providers/lender/json-lender.ts'
import type { ValuationSettings } from '#server/providers/valuation/json-valuation.ts'
import { SettingError, type Environment } from './environment.ts'

/** The source of facts about a car. Addresses of servers have no slash at the end. */
export type RegisterSettings =
  { provider: 'sample' | 'off' } | { provider: 'carjam'; key: string; url: string }

/** The source of street addresses: our own imported table, or a service. */
export type AddressSettings =
  | { provider: 'local' }
  | { provider: 'addressfinder'; key: string; secret: string | null; url: string }
  | { provider: 'nzpost'; key: string; secret: string; url: string; tokenUrl: string }

export type CaptchaSettings =
  | { provider: 'altcha' | 'none' }
  | { provider: 'turnstile'; siteKey: string; secret: string; url: string }

/** The public settings of a vendor's chat, which are in every page that loads it. */
export interface ChatSettings {
  provider: 'freshchat' | 'intercom' | 'crisp'
  id: string
  /** The vendor's server for the account's region; empty if there is only one. */
  url: string
}

/** The account for bank transfers; `null` if they are not accepted. Its name is `null` for the sample of a demo. */
export type BankAccount = { name: string | null; number: string } | null

/** Whether Stripe takes no money with this secret key. */
export const isTestKey = (secretKey: string): boolean => /^.k_test_/.test(secretKey)

export function readStripe({ text }: Environment): StripeSettings | null {
  const secretKey = text('STRIPE_SECRET_KEY')
  const webhookSecret = text('STRIPE_WEBHOOK_SECRET')
  if (secretKey === null && webhookSecret === null) return null
  if (secretKey === null) throw new SettingError('STRIPE_SECRET_KEY is missing.')
  if (!/^(sk|rk)_(test|live)_\w+$/.test(secretKey))
    throw new SettingError(
      'STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_.',
    )
  if (webhookSecret === null) throw new SettingError('STRIPE_WEBHOOK_SECRET is missing.')
  if (!webhookSecret.startsWith('whsec_'))
    throw new SettingError('STRIPE_WEBHOOK_SECRET must begin with whsec_.')
  const publishableKey = text('STRIPE_PUBLISHABLE_KEY')
  const mode = isTestKey(secretKey) ? 'test' : 'live'
  if (publishableKey !== null && !publishableKey.startsWith(`pk_${mode}_`))
    throw new SettingError(
      `STRIPE_PUBLISHABLE_KEY must begin with pk_${mode}_, because STRIPE_SECRET_KEY is a ${mode} key: take both from the same mode.`,
    )
  return { secretKey, webhookSecret, publishableKey }
}

export function readPoli({ text, needed, server }: Environment): PoliSettings | null {
  if (text('POLI_MERCHANT_CODE') === null && text('POLI_AUTHENTICATION_CODE') === null) return null
  return {
    merchantCode: needed('POLI_MERCHANT_CODE', 'the merchant code of your POLi account'),
    authenticationCode: needed('POLI_AUTHENTICATION_CODE', 'the code that goes with it'),
    url: server('POLI_URL', 'https://poliapi.apac.paywithpoli.com'),
  }
}

export function readLender({ text, needed, server, flag }: Environment): LenderSettings | null {
  const names = ['LENDER_URL', 'LENDER_KEY', 'LENDER_WEBHOOK_SECRET']
  if (names.every((name) => text(name) === null)) return null
  const url = needed('LENDER_URL', 'the lender’s server')
  const webhookSecret = needed(
    'LENDER_WEBHOOK_SECRET',
    'the secret that the lender signs its notices with',
  )
  if (webhookSecret.length < 32)
    throw new SettingError('LENDER_WEBHOOK_SECRET must have at least 32 characters of randomness.')
  return {
    url: server('LENDER_URL', url),
    key: needed('LENDER_KEY', 'our key for the lender’s server'),
    webhookSecret,
    hasSoftCheck: flag('LENDER_SOFT_CHECK', false),
  }
}

export function readBankAccount({ text, needed }: Environment, isDemo: boolean): BankAccount {
  const account = text('BANK_ACCOUNT')
  // A bank that does not exist, so that no money can be sent there.
  if (account === null) return isDemo ? { name: null, number: '00-0000-0000000-00' } : null
  if (!/^\d{2}-\d{4}-\d{7}-\d{2,3}$/.test(account))
    throw new SettingError('BANK_ACCOUNT must be a New Zealand account, 00-0000-0000000-00.')
  return {
    name: needed('BANK_ACCOUNT_NAME', 'the name of the account in BANK_ACCOUNT'),
    number: account,
  }
}

export function readRegister(
  { choice, needed, server }: Environment,
  isDemo: boolean,
): RegisterSettings {
  const fallback = isDemo ? 'sample' : 'off'
  const provider = choice('REGISTER_PROVIDER', ['sample', 'carjam', 'off'], fallback)
  if (provider === 'sample' && !isDemo)
    throw new SettingError('REGISTER_PROVIDER=sample works in demo mode only.')
  if (provider !== 'carjam') return { provider }
  return {
    provider,
    key: needed('REGISTER_KEY', 'the developer key of your CarJam account'),
    url: server('REGISTER_URL', 'https://www.carjam.co.nz'),
  }
}

export function readValuation({ text, needed, server }: Environment): ValuationSettings | null {
  if (text('VALUATION_URL') === null && text('VALUATION_KEY') === null) return null
  const url = needed('VALUATION_URL', 'the server of the valuation service')
  return {
    url: server('VALUATION_URL', url),
    key: needed('VALUATION_KEY', 'our key for the valuation service'),
  }
}

export function readAddresses({ text, choice, needed, server }: Environment): AddressSettings {
  const provider = choice('ADDRESS_PROVIDER', ['local', 'addressfinder', 'nzpost'], 'local')
  if (provider === 'local') return { provider }
  const key = needed('ADDRESS_KEY', `the key (client id) of your ${provider} account`)
  if (provider === 'addressfinder')
    return {
      provider,
      key,
      secret: text('ADDRESS_SECRET'),
      url: server('ADDRESS_URL', 'https://api.addressfinder.io'),
    }
  return {
    provider,
    key,
    secret: needed('ADDRESS_SECRET', 'the client secret of your nzpost account'),
    url: server('ADDRESS_URL', 'https://api.nzpost.co.nz'),
    tokenUrl: server('ADDRESS_TOKEN_URL', 'https://oauth.nzpost.co.nz/as/token.oauth2'),
  }
}

/** @param isJudgedElsewhere By the brand's own API: then there are no puzzles of ours, and the vendor's secret is there. */
export function readCaptcha(
  { choice, needed, server }: Environment,
  isJudgedElsewhere: boolean,
): CaptchaSettings {
  const own = isJudgedElsewhere ? 'none' : 'altcha'
  const provider = choice('CAPTCHA_PROVIDER', [own, 'turnstile'], own)
  if (provider !== 'turnstile') return { provider }
  return {
    provider,
    siteKey: needed('CAPTCHA_SITE_KEY', 'the public key of your Turnstile widget'),
    secret: isJudgedElsewhere
      ? ''
      : needed('CAPTCHA_SECRET', 'the secret key of your Turnstile widget'),
    url: server('CAPTCHA_URL', 'https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  }
}

const CHAT_URLS = {
  freshchat: 'https://wchat.freshchat.com',
  intercom: 'https://api-iam.intercom.io',
  crisp: null,
}

export function readChat({ choice, needed, server }: Environment): ChatSettings | null {
  const names = ['messages', 'freshchat', 'intercom', 'crisp'] as const
  const provider = choice('CHAT_PROVIDER', names, 'messages')
  if (provider === 'messages') return null
  const id = needed('CHAT_ID', `the public id of your ${provider} account`)
  if (!/^[\w-]{4,64}$/.test(id))
    throw new SettingError('CHAT_ID must be letters, digits and hyphens.')
  const fallback = CHAT_URLS[provider]
  return { provider, id, url: fallback === null ? '' : server('CHAT_URL', fallback) }
}
