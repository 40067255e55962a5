import { createHmac } from 'node:crypto'
import {
  changePassword,
  completePasswordReset,
  startPasswordReset,
} from '#lib/sign-in/password-calls.ts'
import { createCustomer } from '#lib/customers/calls.ts'
import { getCurrentUser, token } from '#lib/sign-in/calls.ts'
import { startStripePayment } from '#lib/payments/calls.ts'
import { addFinanceDocument } from '#lib/purchases/file-calls.ts'
import { submitFinanceApplication } from '#lib/finance/calls.ts'
import { updatePurchaseJourney } from '#lib/purchases/calls.ts'
import {
  changeStaffPassword,
  confirmSecondFactor,
  startSecondFactor,
} from '#lib/staff/sign-in-calls.ts'
import { watchConfiguration } from '#lib/stock/watch-calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { bearer, type Application } from './application.ts'
import { appCode } from './authenticator.ts'
import { someFile } from './files.ts'
import { CLIENT, readCode, readWatchKey, RIGHT_CAPTCHA, valueOf } from './people.ts'
import type { CardShop } from './provider-shop.ts'
import { arrive, confirmed, ownerDetails, ready, type Person } from './purchases.ts'
import { bookedService } from './services.ts'
import { admin } from '../../scripts/admin.ts'

/** What must not be found where it is not meant to be, by what it is. */
export type Secrets = Record<string, string[]>

export const EMAIL = 'kanarie@post.example'
const PASSWORDS = [
  'the canary sang at dawn',
  'a canary sings at noon',
  'every canary sleeps by ten',
]
const WRONG_PASSWORD = 'no canary ever said this'
const STAFF_PASSWORD = 'our canary minds the till'
const CARD = '4000056655665556'
export const ANSWERS = [
  'CANARY-EMPLOYER',
  'CANARY-LENDER',
  'CANARY-ADDRESS',
  '987654321',
  'QZ987654',
]
export const LICENCE = 'QX987654'
export const DOCUMENT = ['CANARY-CONTENT', 'CANARY-DOCUMENT']

/** A new customer, who forgets their password and changes it. */
export async function signUp(app: Application): Promise<Person & { secrets: Secrets }> {
  const anyone = app.browser()
  const ask = async (body: Record<string, string>) =>
    anyone(token, { body: { ...CLIENT, grant_type: 'password', username: EMAIL, ...body } })
  const person = {
    customerType: 'INDIVIDUAL',
    name: { firstName: 'Hana', lastName: 'Whitford' },
    email: EMAIL,
  } as const
  const captchaToken = RIGHT_CAPTCHA
  valueOf(
    await anyone(createCustomer, { body: { ...person, password: PASSWORDS[0]! }, captchaToken }),
  )
  const codes = [await readCode(app, EMAIL)]
  const proof = { purpose: 'registration', chosen_password: PASSWORDS[0]! }
  const tokens = [valueOf(await ask({ password: codes[0]!, ...proof }))]
  app.clock.advance(60_000)
  if ((await ask({ password: WRONG_PASSWORD })).ok) throw new Error('a wrong password is right')
  tokens.push(valueOf(await ask({ password: PASSWORDS[0]! })))
  valueOf(await anyone(startPasswordReset, { body: { email: EMAIL }, captchaToken }))
  codes.push(await readCode(app, EMAIL))
  const reset = { email: EMAIL, code: codes[1]!, newPassword: PASSWORDS[1]! }
  valueOf(await anyone(completePasswordReset, { body: reset }))
  const last = valueOf(await ask({ password: PASSWORDS[1]! }))
  const refreshed = valueOf(
    await ask({ grant_type: 'refresh_token', refresh_token: last.refresh_token! }),
  )
  tokens.push(last, refreshed)
  const { access_token: accessToken } = refreshed
  const call = app.browser(bearer(accessToken))
  const { id } = valueOf(await call(getCurrentUser)).customer!
  const body = {
    type: 'CHANGE_PASSWORD',
    currentPassword: PASSWORDS[1]!,
    newPassword: PASSWORDS[2]!,
  } as const
  valueOf(await call(changePassword, { params: { id }, body }))
  const secrets = {
    passwords: [...PASSWORDS, WRONG_PASSWORD],
    codes,
    tokens: tokens.flatMap(({ access_token, refresh_token = '' }) => [access_token, refresh_token]),
  }
  return { call, customerId: id, accessToken, secrets }
}

/** An application for finance with a condition, and the document that it asks for. */
export async function askForFinance({ call, ...person }: Person): Promise<Secrets> {
  const { id } = await ready({ call, ...person }, { payOption: 'LOANCLASIC' })
  const usual = anApplication()
  const params = { id }
  const details = ownerDetails({ driverLicence: { number: LICENCE, version: '321', type: 'FULL' } })
  valueOf(await call(updatePurchaseJourney, { params, body: { ownerDetails: details } }))
  const body = anApplication({
    residence: {
      ...usual.residence,
      driverLicenceType: 'LEARN',
      driverLicenceNumber: 'QZ987654',
      address: 'CANARY-ADDRESS',
    },
    employment: { ...usual.employment, employer: 'CANARY-EMPLOYER' } as typeof usual.employment,
    income: { ...usual.income, incomeAfterTaxCents: 987_654_321 },
    liabilities: {
      ...usual.liabilities,
      loans: [{ lender: 'CANARY-LENDER', balanceCents: 1, paymentPerMonthCents: 1 }],
    },
  })
  const { residence } = body
  valueOf(
    await call(updatePurchaseJourney, { params, body: { financeApplication: { residence } } }),
  )
  valueOf(await call(submitFinanceApplication, { params, body, idempotencyKey: 'press-1' }))
  const sent = someFile('application/pdf', DOCUMENT[0]!)
  valueOf(await call(addFinanceDocument, { params, fileName: `${DOCUMENT[1]!}.pdf`, body: sent }))
  return { 'finance answers': ANSWERS, licences: [LICENCE], documents: DOCUMENT }
}

/** A deposit, with a notice that says more of the card than we ever asked. */
export async function payByCard(shop: CardShop, person: Person): Promise<Secrets> {
  const { id: purchaseJourneyId } = await confirmed(person)
  const body = { purchaseJourneyId, paymentType: 'DEPOSIT' } as const
  const { sessionId } = valueOf(await person.call(startStripePayment, { body }))
  const card = { number: CARD, exp_month: 4, exp_year: 2031, last4: '5556' }
  const session = { object: 'checkout.session', id: sessionId, payment_status: 'paid', card }
  const event = { id: 'evt_canary', object: 'event', type: 'checkout.session.completed' }
  const notice = JSON.stringify({ ...event, data: { object: session } })
  const time = Math.floor(shop.app.clock.atMs / 1000)
  const { webhookSecret } = shop.simulator.settings
  const hmac = createHmac('sha256', webhookSecret).update(`${time}.${notice}`).digest('hex')
  const headers = { 'stripe-signature': `t=${time},v1=${hmac}` }
  const answer = await shop.app.request('/api/stripe/webhook', {
    method: 'POST',
    body: notice,
    headers,
  })
  if (answer.status !== 200) throw new Error(`the notice is answered ${answer.status}`)
  return { 'card data': [CARD] }
}

/** A member of staff sets up an authenticator app, and changes their password. */
export async function workAsStaff(app: Application): Promise<Secrets> {
  const { call } = await arrive(app, 'staff@demo.example')
  const currentPassword = SAMPLE_PASSWORD
  const { secret } = valueOf(await call(startSecondFactor, { body: { currentPassword } }))
  const code = appCode(secret, app.clock.now())
  const { recoveryCodes } = valueOf(await call(confirmSecondFactor, { body: { code } }))
  const body = { currentPassword, newPassword: STAFF_PASSWORD }
  valueOf(await call(changeStaffPassword, { body }))
  return {
    'passwords of staff': [STAFF_PASSWORD],
    'second factors': [secret, ...recoveryCodes],
  }
}

/** What other systems sign in and check with. */
export async function makeKeys(app: Application): Promise<Secrets> {
  const made = async (...args: string[]) => (await admin(app.deps, args)).text
  const client = await made('client', 'add', 'Canary', '--scopes', 'quotes:read')
  const [, client_id = ''] = /client_id +(\S+)/.exec(client) ?? []
  const [, client_secret = ''] = /client_secret +(\S+)/.exec(client) ?? []
  const body = { grant_type: 'client_credentials', client_id, client_secret }
  const { access_token } = valueOf(await app.browser()(token, { body }))
  const webhook = await made('webhook', 'add', 'http://127.0.0.1:9/', '--events', 'booking.made')
  const [, signing = ''] = /(whsec_\S+)/.exec(webhook) ?? []
  return {
    'keys of other systems': [client_secret, signing, signing.slice('whsec_'.length)],
    'tokens of other systems': [access_token],
  }
}

/** The keys in emailed links. */
export async function makeLinks(app: Application, { call }: Person): Promise<Secrets> {
  const email = 'watcher@post.example'
  valueOf(await call(watchConfiguration, { body: { email, kdcd: 'TN27H-B' } }))
  await bookedService(call)
  return { 'keys of links': [await readWatchKey(app, email)] }
}
