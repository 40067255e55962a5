import { createHash, createHmac } from 'node:crypto'
import type { Keys } from '#server/platform/crypto/keys.ts'
import { isSameSecret } from '#server/platform/crypto/same-secret.ts'

/** The only cookie we set. It lets a visitor reopen the anonymous quotes of this browser. */
const NAME = 'anon'
/** The prefixes stop other hosts and pages without TLS from setting it. The stronger one needs a shop at the root. */
const nameAt = ({ protocol, pathname }: URL): string =>
  protocol !== 'https:' ? NAME : pathname === '/' ? `__Host-${NAME}` : `__Secure-${NAME}`
const MAX_AGE_S = 90 * 24 * 60 * 60

const sign = (keys: Keys, id: string) =>
  createHmac('sha256', keys.browser).update(id).digest('base64url').slice(0, 27)

/** The browser id in a cookie header, or `null` when it is missing or not ours. */
export function openBrowserId(
  keys: Keys,
  cookies: string | undefined,
  siteUrl: string,
): string | null {
  if (!cookies) return null
  const ownName = nameAt(new URL(siteUrl))
  const own = cookies.split(';').find((part) => part.trim().startsWith(`${ownName}=`))
  // The first alone: each costs a signature, and a header has room for thousands.
  const [id, signature] =
    own
      ?.trim()
      .slice(ownName.length + 1)
      .split('.', 2) ?? []
  return id && signature && isSameSecret(signature, sign(keys, id)) ? id : null
}

/** The hash of a browser's id that is stored with its quotes. */
export const hashBrowserId = (browserId: string): string =>
  createHash('sha256').update(browserId).digest('base64url')

/** The `Set-Cookie` header with a browser's id. */
export const browserIdCookie = (keys: Keys, id: string, siteUrl: string): string => {
  const url = new URL(siteUrl)
  const secure = url.protocol === 'https:' ? '; Secure' : ''
  return `${nameAt(url)}=${id}.${sign(keys, id)}; Path=${url.pathname}; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax${secure}`
}
