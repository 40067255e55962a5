import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import { createCustomer } from '#lib/customers/calls.ts'
import { getCurrentUser, token, type TokenAnswer } from '#lib/sign-in/calls.ts'
import { getCaptchaChallenge, listDemoMail } from '#lib/site/calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { WEB_CLIENT } from '#server/api-clients/oauth.ts'
import type { CaptchaJudge } from '#server/providers/captcha/turnstile.ts'
import { bearer, type Application } from './application.ts'

/** What the product's own pages say of themselves to the token endpoint. */
export const CLIENT = { client_id: WEB_CLIENT.id, client_secret: WEB_CLIENT.secret }

/** The value of an answer that must be a success. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`the call failed: ${JSON.stringify(result.failure)}`)
  return result.value
}

/** Signs in with a password or a code. */
export const signIn = (
  call: ApiCall,
  username: string,
  password: string,
  captchaToken?: string,
): Promise<Result<TokenAnswer>> =>
  call(token, {
    body: { ...CLIENT, grant_type: 'password', username, password },
    ...(captchaToken !== undefined && { captchaToken }),
  })

/** Enters the code of the email that confirms a new account, on the page where the account is created. */
export const confirmRegistration = (
  call: ApiCall,
  username: string,
  code: string,
  chosen?: string,
): Promise<Result<TokenAnswer>> =>
  call(token, {
    body: {
      ...CLIENT,
      grant_type: 'password',
      purpose: 'registration',
      username,
      password: code,
      ...(chosen && { chosen_password: chosen }),
    },
  })

/** A browser in which one of the sample accounts is signed in. The database must be seeded. */
export async function signedIn(
  app: Application,
  email = 'customer@demo.example',
  password = SAMPLE_PASSWORD,
): Promise<{ call: ApiCall; tokens: TokenAnswer; customerId: number }> {
  const tokens = valueOf(await signIn(app.browser(), email, password))
  const call = app.browser(bearer(tokens.access_token))
  const user = valueOf(await call(getCurrentUser))
  return { call, tokens, customerId: user.customer?.id ?? -1 }
}

/** The code in the newest message to an address. */
export async function readCode(app: Application, to: string): Promise<string> {
  const { messages } = valueOf(await app.browser()(listDemoMail, { query: { to } }))
  const code = /^\d{6}$/m.exec(messages[0]?.text ?? '')?.[0]
  if (!code) throw new Error(`there is no code in the mail to ${to}`)
  return code
}

/** What {@link easyCaptcha} takes for right, as often as it is given. */
export const RIGHT_CAPTCHA = 'right'

/** A captcha without its puzzle, for tests that are not about captchas. */
export const easyCaptcha: CaptchaJudge = { isRight: async (token) => token === RIGHT_CAPTCHA }

/** The key in the newest message about a watched car to an address. */
export async function readWatchKey(app: Application, to: string): Promise<string> {
  const { messages } = valueOf(await app.browser()(listDemoMail, { query: { to } }))
  const key = messages.flatMap(({ text }) => /\/watch\/#\/([\w-]+)$/m.exec(text)?.[1] ?? [])[0]
  if (!key) throw new Error(`no link of a watched car in the mail to ${to}`)
  return key
}

/** Works out a captcha as a browser does. */
export async function solveCaptcha(app: Application): Promise<string> {
  const challenge = valueOf(await app.browser()(getCaptchaChallenge)) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/**
 * Creates an account and proves its address with the code that is mailed.
 *
 * @param captchaToken A solved puzzle where {@link easyCaptcha} is not the judge.
 */
export async function newCustomer(
  app: Application,
  email: string,
  captchaToken: string = RIGHT_CAPTCHA,
) {
  const created = await app.browser()(createCustomer, {
    body: { customerType: 'INDIVIDUAL', name: { firstName: 'Tia', lastName: 'Moana' }, email },
    captchaToken,
  })
  valueOf(created)
  const person = await signedIn(app, email, await readCode(app, email))
  // So that what is mailed next is newer than this code.
  app.clock.advance(1000)
  return person
}
