import type { Catalogue } from '#content/schema/catalogue.ts'
import type { Db } from './database.ts'
import type { Deps } from './deps.ts'
import type { PageVendor } from './platform/http/security-headers.ts'
import type { Settings } from './platform/settings/settings.ts'
import { addressfinder } from './providers/addresses/addressfinder.ts'
import { localAddresses } from './addresses/local-addresses.ts'
import { nzPostAddresses } from './providers/addresses/nz-post.ts'
import { chatOnPages } from './providers/chat/chat-on-pages.ts'
import { turnstile, TURNSTILE_ON_PAGES } from './providers/captcha/turnstile.ts'
import { carjamRegister } from './providers/register/carjam.ts'
import { noRegister } from './providers/register/no-register.ts'
import { sampleRegister } from './providers/register/sample.ts'
import { jsonValuation } from './providers/valuation/json-valuation.ts'
import { noValuation } from './providers/valuation/no-valuation.ts'
import { sampleValuation } from './providers/valuation/sample.ts'

/** The look-up services of the settings. */
export const lookUpProviders = (
  { register, valuation, addresses, captcha, isDemo }: Settings,
  { db, catalogue, now }: { db: Db; catalogue: Catalogue; now: () => Date },
): Pick<Deps, 'register' | 'valuation' | 'addresses' | 'captcha'> => ({
  register:
    register.provider === 'carjam'
      ? carjamRegister(register)
      : register.provider === 'sample'
        ? sampleRegister(catalogue.sampleRegistryVehicles)
        : noRegister,
  valuation: valuation
    ? jsonValuation(valuation)
    : isDemo
      ? sampleValuation(catalogue.sampleRegistryVehicles)
      : noValuation,
  addresses:
    addresses.provider === 'addressfinder'
      ? addressfinder(addresses)
      : addresses.provider === 'nzpost'
        ? nzPostAddresses(addresses, now)
        : localAddresses(db),
  captcha: captcha.provider === 'turnstile' ? turnstile(captcha) : null,
})

/** The vendors whose script runs on our pages by the settings; none by default (decision 54). */
export const pageVendors = ({ captcha, chat }: Settings): PageVendor[] => [
  ...(captcha.provider === 'turnstile' ? [TURNSTILE_ON_PAGES] : []),
  ...(chat ? [chatOnPages(chat)] : []),
]
