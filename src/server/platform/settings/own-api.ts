import { REQUEST_TIMEOUT_MS } from '#lib/shared/constants.ts'
import { SettingError, type Environment } from './environment.ts'

/** The brand's own API, which answers the specification's calls in our place. */
export interface OwnApiSettings {
  /** Its address, without a slash at the end: a call's path follows it. */
  url: string
  /** The client the pages sign in as; public. */
  client: { id: string; secret: string }
  /** Whether it takes payments by bank. */
  hasBankPayments: boolean
  timeoutMs: number
}

export function readOwnApi({
  text,
  number,
  flag,
  needed,
  server,
}: Environment): OwnApiSettings | null {
  if (text('API_URL') === null) return null
  const client = needed('API_CLIENT', 'the client that your API knows the pages by, as ID:SECRET')
  const [, id, secret] = /^([^:]+):(.+)$/.exec(client) ?? []
  if (!id || !secret)
    throw new SettingError('API_CLIENT must be the id and the secret of a client, as ID:SECRET.')
  if (flag('DEMO', false))
    throw new SettingError(
      'DEMO cannot be on with API_URL: a demo has its own API. Take one of them out.',
    )
  return {
    url: server('API_URL', ''),
    client: { id, secret },
    hasBankPayments: flag('API_BANK_PAYMENTS', false),
    // A little less than the pages wait, so that they hear of it.
    timeoutMs: number('API_TIMEOUT_MS', REQUEST_TIMEOUT_MS - 5_000, 100, REQUEST_TIMEOUT_MS),
  }
}
