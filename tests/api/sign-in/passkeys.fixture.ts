import pino from 'pino'
import { signInWithPasskey, startPasskeySignIn } from '#lib/sign-in/passkey-calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { valueOf } from '#tests/setup/people.ts'
import { SoftwareAuthenticator } from '#tests/setup/software-authenticator.ts'
import { setUpSignedIn, visitor } from '#tests/setup/suite.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'

// Customers with passkeys, and what the log says.

export const EMAIL = 'customer@demo.example'
export const statusOf = (result: { ok: true } | { ok: false; failure: object }) =>
  result.ok ? 'ok' : (result.failure as { status?: number }).status

export let events: { event?: string; by?: string; reason?: string }[]

export function setUpPasskeys(database: TestDatabase) {
  setUpSignedIn(database, () => {
    events = []
    const log = pino(
      { level: 'info' },
      { write: (line) => events.push(JSON.parse(line) as object) },
    )
    return { deps: { log } }
  })
}

export type Given = Parameters<SoftwareAuthenticator['get']>[1]
export const use = async (authenticator: SoftwareAuthenticator, given?: Given, call = visitor) => {
  const { ceremonyId, options } = valueOf(await call(startPasskeySignIn))
  return call(signInWithPasskey, {
    body: { ceremonyId, credential: authenticator.get(options, given) },
  })
}
export const mailTo = async (to: string) =>
  valueOf(await visitor(listDemoMail, { query: { to } })).messages.map(({ subject }) => subject)
export const failures = () => events.filter(({ event }) => event === 'sign_in_failed')
