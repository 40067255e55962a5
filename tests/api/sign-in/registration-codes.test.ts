import { beforeEach, describe, expect, test } from 'vitest'
import { changePassword } from '#lib/sign-in/password-calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  confirmRegistration,
  easyCaptcha,
  readCode,
  RIGHT_CAPTCHA,
  signedIn,
  signIn,
  valueOf,
} from '#tests/setup/people.ts'
import { app, db, setUpDemo, visitor } from '#tests/setup/suite.ts'

// Decision 58: a password chosen at registration counts once its owner enters the code of that registration's email.

const TIA = 'tia@new.example'
const PASSWORD = 'the tui in the harakeke'
const OTHER = 'a kererū on the power line'

describe.each(databases)('a password chosen at registration, on $name', (database) => {
  setUpDemo(database, { deps: { captcha: easyCaptcha } })

  /** Fills in the form to create an account, in a browser. */
  const register = async (password: string | undefined) => {
    const response = await app.request('/api/customers', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-captcha-token': RIGHT_CAPTCHA,
      },
      body: JSON.stringify({
        customerType: 'INDIVIDUAL',
        name: { firstName: 'Tia', lastName: 'Moana' },
        email: TIA,
        password,
      }),
    })
    expect(response.status).toBe(201)
    app.clock.advance(1000)
    return readCode(app, TIA)
  }
  /** Presses Next with an empty password. */
  const askForCode = async () => {
    await signIn(visitor, TIA, '')
    app.clock.advance(1000)
    return readCode(app, TIA)
  }
  const signsIn = async (password: string) => (await signIn(visitor, TIA, password)).ok
  /** Whether the password is dropped when a code is entered on the page where this one was chosen. */
  const isDroppedBy = async (code: string, chosen?: string) =>
    valueOf(await confirmRegistration(visitor, TIA, code, chosen)).password_dropped ?? false

  beforeEach(() => {
    app.clock.atMs = Date.parse('2026-11-24T00:00:00Z')
  })

  test('§5 signs in once the code of the registration’s email was entered, and not before', async () => {
    const code = await register(PASSWORD)
    expect(await signsIn(PASSWORD)).toBe(false)
    expect(await isDroppedBy(code, PASSWORD)).toBe(false)
    expect(await signsIn(PASSWORD)).toBe(true)
  })

  test('the email says that an account with a password is being created', async () => {
    await register(PASSWORD)
    const [mail] = valueOf(await visitor(listDemoMail, { query: { to: TIA } })).messages
    expect(mail?.subject).toBe('Confirm your new Tarvane account')
    expect(mail?.text).toContain(
      'Someone is creating an account and a password for this email address.',
    )
    expect(mail?.text).toContain('Didn’t just choose a password? Don’t enter this code')
    expect(mail?.text).toContain('It won’t sign you in anywhere else.')
    await askForCode()
    const [other] = valueOf(await visitor(listDemoMail, { query: { to: TIA } })).messages
    expect(other?.subject).toBe('Your Tarvane sign-in code')
  })

  test('is dropped by a sign-in code, which says so', async () => {
    await register(PASSWORD)
    expect(await isDroppedBy(await askForCode())).toBe(true)
    expect(await signsIn(PASSWORD)).toBe(false)
  })

  test('is still waiting after a sign-in code was only asked for', async () => {
    const code = await register(PASSWORD)
    const asked = await askForCode()
    expect(asked).not.toBe(code)
    expect(await isDroppedBy(code, PASSWORD)).toBe(false)
    expect(await signsIn(PASSWORD)).toBe(true)
  })

  test('of a stranger is dropped where its owner registered without one, and entered the stranger’s code', async () => {
    const code = await register(OTHER)
    expect(await register(undefined)).not.toBe(code)
    expect(await isDroppedBy(code)).toBe(true)
    expect(await signsIn(OTHER)).toBe(false)
  })

  test('is not confirmed by its code once a sign-in code has dropped it', async () => {
    const code = await register(PASSWORD)
    expect(await isDroppedBy(await askForCode())).toBe(true)
    await confirmRegistration(visitor, TIA, code, PASSWORD)
    expect(await signsIn(PASSWORD)).toBe(false)
  })

  test('is not confirmed at sign-in: the code of a registration signs no one in there', async () => {
    const code = await register(PASSWORD)
    expect(await signsIn(code)).toBe(false)
    expect(await isDroppedBy(code, PASSWORD)).toBe(false)
  })

  test('is sent again with the form when the code took too long', async () => {
    const first = await register(PASSWORD)
    app.clock.advance(11 * 60_000)
    expect(await signsIn(first)).toBe(false)
    expect(await isDroppedBy(await register(PASSWORD), PASSWORD)).toBe(false)
    expect(await signsIn(PASSWORD)).toBe(true)
  })

  test('comes with the same code when the same form is sent again', async () => {
    const code = await register(PASSWORD)
    app.clock.advance(60_000)
    expect(await register(PASSWORD)).toBe(code)
    await isDroppedBy(code, PASSWORD)
    expect(await signsIn(PASSWORD)).toBe(true)
  })

  test.each([
    ['first', 0, PASSWORD, OTHER],
    ['second', 1, OTHER, PASSWORD],
  ])(
    'is the one of the %s form of a page, where its code is entered',
    async (_, index, right, wrong) => {
      const codes = [await register(PASSWORD), await register(OTHER)]
      expect(await isDroppedBy(codes[index]!, right)).toBe(false)
      expect([await signsIn(right), await signsIn(wrong)]).toEqual([true, false])
    },
  )

  test('no password is set when the form had none', async () => {
    await register(PASSWORD)
    expect(await isDroppedBy(await register(undefined))).toBe(true)
    expect(await signsIn(PASSWORD)).toBe(false)
  })

  test('a person whose password was dropped can set a new one at once', async () => {
    await register(PASSWORD)
    const { call, customerId } = await signedIn(app, TIA, await askForCode())
    valueOf(
      await call(changePassword, {
        params: { id: customerId },
        body: { type: 'NEW_ACCOUNT', newPassword: OTHER },
      }),
    )
    expect(await signsIn(OTHER)).toBe(true)
  })

  describe('by a stranger, for another’s address', () => {
    test.each([
      ['at once', 0],
      ['after half a minute', 31_000],
      ['after an hour', 60 * 60_000],
    ])('is never confirmed by a code that its owner asks for %s', async (_, laterMs) => {
      await register(PASSWORD)
      app.clock.advance(laterMs)
      const asked = await askForCode()
      // The stranger’s form once more does not change what the owner’s code does.
      await register(PASSWORD)
      expect(await isDroppedBy(asked)).toBe(true)
      expect(await signsIn(PASSWORD)).toBe(false)
    })

    test.each([
      ['before', [PASSWORD, OTHER]],
      ['after', [OTHER, PASSWORD]],
    ])(
      'just %s the owner’s, is not confirmed by either code on the owner’s page',
      async (_, order) => {
        const codes = new Map<string, string>()
        for (const password of order) codes.set(password, await register(password))
        expect(await isDroppedBy(codes.get(PASSWORD)!, OTHER)).toBe(true)
        expect(await signsIn(PASSWORD)).toBe(false)
        await confirmRegistration(visitor, TIA, codes.get(OTHER)!, OTHER)
        expect(await signsIn(PASSWORD)).toBe(false)
      },
    )

    test('is not confirmed where the owner’s own form brought no email', async () => {
      await register(PASSWORD)
      await db.deleteFrom('login_code').execute()
      const code = await register(PASSWORD)
      expect(await isDroppedBy(code, OTHER)).toBe(true)
      expect([await signsIn(OTHER), await signsIn(PASSWORD)]).toEqual([false, false])
    })

    test('gives way to the owner’s for a customer who has a vehicle on record', async () => {
      await register(PASSWORD)
      const { id: customer_id } = await db
        .selectFrom('customer')
        .select('id')
        .where('email_key', '=', TIA)
        .executeTakeFirstOrThrow()
      const car = { registration: 'TIA123', make: 'Tarvane', model: 'Tarn', year: 2024 }
      await db
        .insertInto('ownership')
        .values({ ...car, customer_id })
        .execute()
      app.clock.advance(30 * 60_000)
      await isDroppedBy(await register(OTHER), OTHER)
      expect([await signsIn(OTHER), await signsIn(PASSWORD)]).toEqual([true, false])
    })

    test('is not set for an account that works', async () => {
      await isDroppedBy(await register(undefined))
      const code = await register(PASSWORD)
      expect(await isDroppedBy(code)).toBe(false)
      expect(await signsIn(PASSWORD)).toBe(false)
    })
  })
})
