import type { z } from '#lib/shared/zod.ts'
import type * as calls from '#lib/customers/calls.ts'
import type { ConsentSource } from '#lib/customers/account-shapes.ts'
import type { CustomerSearchField } from '#lib/codes.ts'
import type { Customer } from '#lib/customers/shapes.ts'
import { isElectricModel } from '#lib/catalogue/electric.ts'
import { normalisePlate } from '#lib/vehicles/vehicle.ts'
import { findCustomers, type CustomerQuery } from './search-queries.ts'
import { foldName, makeMissingTerms, MIN_PHONE_DIGITS } from './terms-queries.ts'
import {
  findCustomer,
  findCustomerLogin,
  insertCustomer,
  setPendingPassword,
  updateCustomer,
  updatePendingCustomer,
  lockCustomer,
} from './queries.ts'
import { emailKey } from '../../lib/shared/email.ts'
import { listOwnerships } from '#server/vehicles/queries.ts'
import type { CustomerPatch } from './tables.ts'
import { findStaffLogin } from '#server/staff/queries.ts'
import type { Deps } from '#server/deps.ts'
import { fieldError, invalid, notFound } from '#server/platform/http/api-problem.ts'
import { findLiveCodes } from '#server/sign-in/code-queries.ts'
import { siteId } from '#server/platform/http/network.ts'
import { sendCode, subjectOf } from '#server/sign-in/codes.ts'
import { codeMail } from '#server/sign-in/mails.ts'
import { openRecallsOf } from '#server/vehicles/open-recalls.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import {
  hashPassword,
  passwordProblem,
  verifyPassword,
} from '#server/sign-in/passwords/passwords.ts'
import { phoneDigits, toE164 } from './phone.ts'
import { greetedName, takesCodes } from '#server/sign-in/sign-in.ts'

type NewCustomer = z.output<typeof calls.createCustomer.body>
type CustomerChange = z.output<typeof calls.updateCustomer.body>

const PHONES = {
  mobilePhone: 'mobile_phone',
  homePhone: 'home_phone',
  workPhone: 'work_phone',
} as const
type PhoneField = keyof typeof PHONES

/**
 * The phones of an input as they are stored; only those that it names.
 *
 * @throws {ApiProblem} 400 naming each that is no phone number.
 */
function readPhones(input: Partial<Record<PhoneField, string | null | undefined>>) {
  const phones: Partial<Record<(typeof PHONES)[PhoneField], string | null>> = {}
  const faults = []
  for (const [field, column] of Object.entries(PHONES) as [
    PhoneField,
    (typeof PHONES)[PhoneField],
  ][]) {
    const typed = input[field]
    if (typed === undefined) continue
    phones[column] = typed ? toE164(typed) : null
    if (typed && phones[column] === null)
      faults.push(
        fieldError(
          field,
          'Enter a phone number. If it’s overseas, start with + and the country code',
        ),
      )
  }
  if (faults.length > 0) throw invalid(faults)
  return phones
}

/**
 * Creates an account and mails a code to its address. A password that was chosen counts once that code is entered
 * (decision 58).
 *
 * An address that has an account gets another message; the caller sees no difference, nor does a clock.
 *
 * @throws {ApiProblem} 400 naming the fields that are wrong.
 */
export async function createCustomer(deps: Deps, input: NewCustomer, ip: string): Promise<void> {
  const { email, name, password } = input
  const phones = readPhones(input)
  const weak = password === undefined ? null : passwordProblem(deps, password, knownWords(input))
  if (weak) throw invalid([fieldError('password', weak)])
  if (input.customerType === 'COMPANY' && !input.companyName)
    throw invalid([fieldError('companyName', 'is required')])
  const password_hash = password === undefined ? null : await chosenPassword(deps, email, password)
  const now = deps.now().toISOString()

  await transact(deps, async (trx) => {
    const details = {
      first_name: name.firstName,
      last_name: name.lastName,
      company_name: input.companyName || null,
      customer_type: input.customerType,
      nzbn: input.nzbn || null,
      mobile_phone: null,
      home_phone: null,
      work_phone: null,
      ...phones,
      postal_address: input.postalAddress ? JSON.stringify(input.postalAddress) : null,
      marketing_consent: input.marketingConsent ? 1 : 0,
      marketing_consent_at: input.marketingConsent ? now : null,
      marketing_consent_source: input.marketingConsent ? 'REGISTRATION' : null,
      updated_at: now,
    }
    const isStaff = (await findStaffLogin(trx, email)) !== null
    if (!isStaff) {
      if (password_hash) await setPendingPassword(trx, { email, passwordHash: password_hash, now })
      await updatePendingCustomer(trx, email, details)
      await insertCustomer(trx, {
        ...details,
        email,
        email_key: emailKey(email),
        web_account_status: 'VERIFYPEND',
        password_hash,
        created_at: now,
      })
    }
    const login = await findCustomerLogin(trx, email)
    const passwordHash = login?.status === 'VERIFYPEND' ? password_hash : null
    await sendCode(deps, trx, {
      email,
      by: 'REGISTRATION',
      customerId: takesCodes(login) ? login.customerId : null,
      isProven: login?.status === 'ACTIVE',
      asker: siteId(deps.keys, ip, deps.now()),
      isHuman: true,
      passwordHash,
      write: (code) =>
        codeMail(deps, { ...login!, firstName: greetedName(login) }, code, {
          isKnown: login?.status === 'ACTIVE',
        }),
    })
  })
}

/**
 * The hash of a new account's password. The same form sent again gets the one it had, and with it the same code. Every
 * address costs the same work.
 */
async function chosenPassword(deps: Deps, email: string, password: string): Promise<string> {
  const [live] = await findLiveCodes(deps.db, {
    subject: subjectOf(deps.keys, email),
    purposes: ['REGISTRATION'],
    now: deps.now().toISOString(),
  })
  const known = live?.password_hash ?? null
  const isTheSame = await verifyPassword(deps.keys, password, known)
  const fresh = await hashPassword(deps.keys, password)
  return isTheSame && known ? known : fresh
}

const knownWords = ({ email, name, companyName }: NewCustomer): string[] => [
  email,
  name.firstName,
  name.lastName,
  companyName ?? '',
]

/** @throws {ApiProblem} 404 when there is no such customer: only staff get so far. */
export async function getCustomer(deps: Deps, customerId: number): Promise<Customer> {
  const customer = await findCustomer(deps.db, customerId)
  if (!customer) throw notFound()
  return customer
}

/**
 * Changes the given fields of a customer.
 *
 * @param source Where a marketing consent comes from, if it is given or taken back.
 * @throws {ApiProblem} 400 naming the fields that are wrong, 404 when there is no such customer.
 */
export async function changeCustomer(
  deps: Deps,
  customerId: number,
  change: CustomerChange,
  source: ConsentSource,
): Promise<Customer> {
  const now = deps.now().toISOString()
  const set: CustomerPatch = { ...readPhones(change), updated_at: now }
  if (change.name) {
    set.first_name = change.name.firstName
    set.last_name = change.name.lastName
  }
  if (change.companyName !== undefined) set.company_name = change.companyName || null
  if (change.nzbn !== undefined) set.nzbn = change.nzbn || null
  if (change.postalAddress !== undefined)
    set.postal_address = change.postalAddress ? JSON.stringify(change.postalAddress) : null
  const changed = await deps.db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customerId)
    const before = await findCustomer(trx, customerId)
    if (before?.customerType === 'COMPANY' && change.companyName === '')
      throw invalid([fieldError('companyName', 'is required')])
    const { marketingConsent } = change
    // A consent keeps the time at which it was given, however often the profile is saved.
    const isNewConsent =
      marketingConsent !== undefined && marketingConsent !== before?.marketingConsent
    return updateCustomer(trx, customerId, {
      ...set,
      ...(isNewConsent && {
        marketing_consent: marketingConsent ? 1 : 0,
        marketing_consent_at: now,
        marketing_consent_source: source,
      }),
    })
  })
  if (!changed) throw notFound()
  return changed
}

/** Whether a car on record has no engine; `null` where its model does not tell. */
export const isElectricCar = (
  { catalogue: { brand, models } }: Deps,
  car: { make: string; model: string },
): boolean | null => isElectricModel({ brand: brand.name, models }, car)

/** The vehicles on record as a customer's. */
export async function getOwnerships(deps: Deps, customerId: number) {
  const customer = await getCustomer(deps, customerId)
  const vehicles = await listOwnerships(deps.db, customerId)
  const openRecalls = await openRecallsOf(deps.db, vehicles)
  return {
    customer,
    ownershipBasicInfos: vehicles.map(({ registration, make, model, year }, at) => ({
      car: {
        registration,
        make: { description: make },
        model: { description: model },
        year,
        isElectric: isElectricCar(deps, { make, model }),
        openRecalls: openRecalls[at]!,
      },
    })),
  }
}

const MAX_FOUND = 50

/** How a search is put to the database; `null` for one that can match nothing. */
const queries: Record<CustomerSearchField, (search: string) => CustomerQuery | null> = {
  name(search) {
    const nameWords = foldName(search).split(' ').filter(Boolean)
    return nameWords.length > 0 ? { nameWords } : null
  },
  rego(search) {
    const registration = normalisePlate(search)
    return registration === null ? null : { registration }
  },
  phone(search) {
    const phone = toE164(search)
    if (phone) return { phone }
    const digits = phoneDigits(search)
    return digits.length < MIN_PHONE_DIGITS ? null : { phoneDigits: digits }
  },
  email: (search) => ({ email: emailKey(search) }),
}

/** Customers that match, at most fifty, and whether there are more. */
export async function searchCustomers(
  deps: Deps,
  { search, where }: { search: string; where: CustomerSearchField },
) {
  await makeMissingTerms(deps.db)
  const query = queries[where](search)
  const found = query ? await findCustomers(deps.db, query, MAX_FOUND + 1) : []
  return { customers: found.slice(0, MAX_FOUND), truncated: found.length > MAX_FOUND }
}
