import { addPasskey, startPasskey } from '#lib/sign-in/passkey-calls.ts'
import { valueOf } from './people.ts'
import type { Person } from './purchases.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

/** Gives a person who has just signed in a passkey. */
export async function withPasskey({ call }: Pick<Person, 'call'>) {
  const authenticator = new SoftwareAuthenticator()
  const { ceremonyId, options } = valueOf(await call(startPasskey, { body: {} }))
  const credential = authenticator.create(options)
  const passkey = valueOf(await call(addPasskey, { body: { ceremonyId, credential } }))
  return { authenticator, passkey }
}
