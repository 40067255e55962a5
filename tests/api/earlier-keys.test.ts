import { expect, describe, test } from 'vitest'
import { deriveKeys } from '#server/keys.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { easyCaptcha, RIGHT_CAPTCHA } from '#tests/setup/people.ts'
import { app, db, setUpCustomers } from '#tests/api/customers.fixture.ts'

test('every use has a key of its own', () => {
  const { data, earlierRequest, ...keys } = deriveKeys('a secret for tests, long enough to be one')
  const bytes = Object.values(keys).filter((key) => key instanceof Buffer)
  const hex = [...bytes, data[0].bytes].map((key) => key.toString('hex'))
  expect(new Set(hex).size).toBe(hex.length)
  // Read for as long as answers of the version before are kept.
  expect(earlierRequest).toEqual(data[0].bytes)
})

describe.each(databases)('a request that the version before answered, on $name', (database) => {
  setUpCustomers(database)

  const register = async (by: typeof app, lastName: string) => {
    const response = await by.request('/api/customers', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-captcha-token': RIGHT_CAPTCHA,
        'idempotency-key': 'one-intention',
      },
      body: JSON.stringify({
        customerType: 'INDIVIDUAL',
        name: { firstName: 'Tia', lastName },
        email: 'tia@new.example',
      }),
    })
    return [response.status, response.headers.get('idempotency-replayed')]
  }

  test('is answered as it was when it comes again, and refused with another body', async () => {
    const { keys } = app.deps
    const before = startApplication(db, {
      deps: { captcha: easyCaptcha, keys: { ...keys, request: keys.earlierRequest } },
    })
    expect(await register(before, 'Moana')).toEqual([201, null])
    expect(await register(app, 'Moana')).toEqual([201, 'true'])
    expect(await register(app, 'Rangi')).toEqual([422, null])
  })
})
