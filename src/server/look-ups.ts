import type { Catalogue } from '#content/schema/catalogue.ts'
import type { Db } from './database.ts'
import type { PageVendor } from './platform/http/security-headers.ts'
import type { Settings } from './platform/settings/settings.ts'
import type { AddressProvider } from './providers/addresses/address-provider.ts'
import { addressfinder } from './providers/addresses/addressfinder.ts'
import { localAddresses } from './addresses/local-addresses.ts'
import { nzPostAddresses } from './providers/addresses/nz-post.ts'
import { chatOnPages } from './providers/chat/chat-on-pages.ts'
import { turnstile, TURNSTILE_ON_PAGES, type CaptchaJudge } from './providers/captcha/turnstile.ts'
import { carjamRegister } from './providers/register/carjam.ts'
import { noRegister } from './providers/register/no-register.ts'
import type { RegisterProvider } from './providers/register/register-provider.ts'
import { sampleRegister } from './providers/register/sample.ts'

/** The look-up services of the settings. */
export const lookUpProviders = (
  { register, addresses, captcha }: Settings,
  { db, catalogue, now }: { db: Db; catalogue: Catalogue; now: () => Date },
): { register: RegisterProvider; addresses: AddressProvider; captcha: CaptchaJudge | null } => ({
  register:
    register.provider === 'carjam'
      ? carjamRegister(register)
      : register.provider === 'sample'
        ? sampleRegister(catalogue.sampleRegistryVehicles)
        : noRegister,
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
