import { describe, expect, test } from 'vitest'
import { createCustomer } from '#lib/customers/calls.ts'
import { startPasswordReset } from '#lib/sign-in/password-calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { eraseCustomer } from '#server/customers/deletion-queries.ts'
import { databases } from '#tests/setup/databases.ts'
import { easyCaptcha, newCustomer, RIGHT_CAPTCHA, signIn } from '#tests/setup/people.ts'
import { CUSTOMER } from './customers.fixture.ts'
import { app, db, setUpDemo, visitor } from '#tests/setup/suite.ts'

const KELVIN = '\u212A'
const DOTLESS_I = '\u0131'
const LONG_S = '\u017F'
const DOTTED_I = '\u0130'

describe.each(databases)('another spelling of an address, on $name', (database) => {
  setUpDemo(database, { deps: { captcha: easyCaptcha } })

  /** Asks for everything that is mailed to an address that has never signed in. */
  const askForAll = async (email: string) => {
    await signIn(visitor, email, '')
    await visitor(startPasswordReset, { body: { email }, captchaToken: RIGHT_CAPTCHA })
    const name = { firstName: 'Tia', lastName: 'Moana' }
    await visitor(createCustomer, {
      body: { customerType: 'INDIVIDUAL', name, email },
      captchaToken: RIGHT_CAPTCHA,
    })
  }
  const recipients = async () => [
    ...new Set(
      (
        await db.selectFrom('outbox').select('recipient').where('kind', '<>', 'blank').execute()
      ).map(({ recipient }) => recipient),
    ),
  ]

  test('gets its mail at the address on record', async () => {
    await askForAll('CUSTOMER@Demo.example')
    expect(await recipients()).toEqual([CUSTOMER])
  })

  test.each([
    ['the Kelvin sign', 'kiri.sikes@new.example', `${KELVIN}iri.sikes@new.example`],
    ['the Kelvin sign in a domain', 'kiri@kiwi.example', `kiri@${KELVIN}iwi.example`],
    ['the dotless i', 'kiri.sikes@new.example', `kir${DOTLESS_I}.sikes@new.example`],
    ['the long s', 'kiri.sikes@new.example', `kiri.${LONG_S}ikes@new.example`],
  ])('with %s is another address', async (_, real, like) => {
    await newCustomer(app, real)
    await db.deleteFrom('outbox').execute()
    await signIn(visitor, like, '')
    await visitor(startPasswordReset, { body: { email: like }, captchaToken: RIGHT_CAPTCHA })
    expect(await recipients()).toEqual([])

    await askForAll(like)
    expect(await recipients()).toEqual([like])
    const keys = await db
      .selectFrom('customer')
      .select('email_key')
      .where('email', 'in', [real, like])
      .execute()
    expect(keys.map(({ email_key }) => email_key).toSorted()).toEqual([real, like].toSorted())
  })

  test.each([
    ['the Kelvin sign', `${KELVIN}iri.sikes@new.example`],
    ['the dotted capital I', `kir${DOTTED_I}.sikes@new.example`],
  ])('with %s is erased without the emails of the other', async (_, like) => {
    const real = 'kiri.sikes@new.example'
    await newCustomer(app, real)
    const own = db.selectFrom('outbox').select('outbox_id').where('recipient', '=', real)
    const before = await own.execute()
    expect(before).not.toEqual([])
    const { customerId } = await newCustomer(app, like)
    await db.transaction().execute((trx) => eraseCustomer(trx, customerId, '2026-11-24'))
    expect(await own.execute()).toEqual(before)
    expect(await recipients()).toEqual([real])
  })

  test('in capitals signs in', async () => {
    expect((await signIn(visitor, ` ${CUSTOMER.toUpperCase()} `, SAMPLE_PASSWORD)).ok).toBe(true)
  })
})
