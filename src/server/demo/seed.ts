import type { Insertable } from 'kysely'
import type { Address } from '#lib/customers/shapes.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword } from '#server/sign-in/passwords/passwords.ts'
import { findCustomerLogin, insertCustomer } from '#server/customers/queries.ts'
import { emailKey } from '#lib/shared/email.ts'
import type { Trx } from '#server/database.ts'
import type { NewCustomerRow } from '#server/customers/tables.ts'
import type { OwnershipTable } from '#server/vehicles/tables.ts'
import { seedLookUps, type Seeded } from './seed-look-ups.ts'
import { SAMPLE_PEOPLE, SAMPLE_STAFF } from './seed-people.ts'
import { seedStock } from './seed-stock.ts'
import { findStaffLogin, insertStaff } from '#server/staff/queries.ts'

type Vehicle = Omit<Insertable<OwnershipTable>, 'customer_id'>
type Person = Pick<NewCustomerRow, 'first_name' | 'last_name' | 'email'> &
  Partial<Omit<NewCustomerRow, 'search_name'>>

/**
 * Fills a demo's database: sample accounts, customers for staff to find, cars in stock, recalls and addresses. Existing
 * rows stay as they are, so it can run at every start.
 *
 * @param hashSamplePassword Hashes the password of the sample accounts.
 */
export async function seedDemo(
  deps: Seeded,
  hashSamplePassword = () => hashPassword(deps.keys, SAMPLE_PASSWORD),
): Promise<void> {
  const { catalogue, db } = deps
  const isSeeded =
    (await findCustomerLogin(db, SAMPLE_PEOPLE_MARK)) !== null &&
    (await findStaffLogin(db, SAMPLE_STAFF.at(-1)!.email)) !== null
  // A password is hashed in another thread.
  const [hash] = await Promise.all([
    isSeeded ? null : hashSamplePassword(),
    seedStock(deps).then(() => seedLookUps(deps)),
  ])
  const now = deps.now().toISOString()
  if (hash !== null) await db.transaction().execute((trx) => seedPeople(trx, catalogue, hash, now))
}

/** Stored last, so if it exists, all of them do. */
const SAMPLE_PEOPLE_MARK = 'customer@demo.example'

async function seedPeople(
  trx: Trx,
  { brand, models, sampleRegistryVehicles, sampleAddresses }: Deps['catalogue'],
  passwordHash: string,
  now: string,
): Promise<void> {
  for (const { firstName, lastName, email, role } of SAMPLE_STAFF)
    await insertStaff(trx, {
      first_name: firstName,
      last_name: lastName,
      email,
      roles: [role],
      password_hash: passwordHash,
      created_at: now,
      is_sample: 1,
    })

  const add = async (person: Person, vehicles: Vehicle[]) => {
    const customerId = await insertCustomer(trx, {
      customer_type: 'INDIVIDUAL',
      web_account_status: 'ACTIVE',
      marketing_consent: 0,
      email_key: emailKey(person.email),
      created_at: now,
      updated_at: now,
      is_sample: 1,
      ...person,
    })
    if (customerId === null || vehicles.length === 0) return
    await trx
      .insertInto('ownership')
      .values(vehicles.map((vehicle) => ({ ...vehicle, customer_id: customerId })))
      .execute()
  }
  const registered = (...registrations: string[]): Vehicle[] =>
    sampleRegistryVehicles
      .filter(({ registration }) => registrations.includes(registration))
      .map(({ registration, vin, make, model, year }) => ({
        registration,
        vin,
        make: titleCase(make.description),
        model: titleCase(model.description),
        year,
      }))
  const address = (index: number): string | null => {
    const found = sampleAddresses[index]
    if (!found) return null
    return JSON.stringify({
      line1: `${found.full_address_number} ${found.full_road_name}`,
      suburb: found.suburb_locality,
      city: found.town_city,
      postcode: found.postcode,
      country: 'NZ',
      addressId: String(found.address_id),
    } satisfies Address)
  }

  for (const [index, { firstName, lastName, companyName, vehicle }] of SAMPLE_PEOPLE.entries())
    await add(
      {
        first_name: firstName,
        last_name: lastName,
        customer_type: companyName ? 'COMPANY' : 'INDIVIDUAL',
        company_name: companyName ?? null,
        email: `${mailName(firstName)}.${mailName(lastName)}@demo.example`,
        mobile_phone: `+64215550${String(110 + index)}`,
      },
      vehicle
        ? [
            {
              ...vehicle,
              make: brand.name,
              model: models[vehicle.model % models.length]!.name,
              vin: null,
            },
          ]
        : [],
    )
  await add(
    {
      customer_type: 'COMPANY',
      first_name: 'Rawiri',
      last_name: 'Kōpū',
      company_name: 'Kowhai Gardens Limited',
      nzbn: '9429000000017',
      email: 'company@demo.example',
      mobile_phone: '+64215550102',
      work_phone: '+6495550142',
      postal_address: address(1),
      password_hash: passwordHash,
    },
    registered('TOI111'),
  )
  await add(
    {
      first_name: 'Mia',
      last_name: 'Harris',
      email: SAMPLE_PEOPLE_MARK,
      mobile_phone: '+64215550101',
      home_phone: '+6495550141',
      postal_address: address(0),
      password_hash: passwordHash,
    },
    registered('TOI101', 'TOI102'),
  )
}

const titleCase = (text: string): string => text.charAt(0) + text.slice(1).toLowerCase()

/** `Māia` in an email address: `maia`. */
const mailName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
