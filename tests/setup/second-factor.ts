import { confirmSecondFactor, startSecondFactor } from '#lib/staff/sign-in-calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import type { Application } from './application.ts'
import { appCode } from './authenticator.ts'
import { valueOf } from './people.ts'
import type { Person } from './purchases.ts'

/** Has a member of staff start to set up an authenticator app, and returns what reads the code it shows. */
export async function settingUp(app: Application, { call }: Person): Promise<() => string> {
  const body = { currentPassword: SAMPLE_PASSWORD }
  const { secret } = valueOf(await call(startSecondFactor, { body }))
  return () => appCode(secret, app.clock.now())
}

/** Gives a member of staff an authenticator app. Its next code is good. */
export async function withAuthenticator(app: Application, person: Person) {
  const code = await settingUp(app, person)
  const confirmed = await person.call(confirmSecondFactor, { body: { code: code() } })
  app.clock.advance(30_000)
  return { code, recoveryCodes: valueOf(confirmed).recoveryCodes }
}
