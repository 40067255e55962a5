import { describe, expect, test } from 'vitest'
import type { ApiCall } from '#lib/api/client.ts'
import { token } from '#lib/sign-in/calls.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { databases } from '#tests/setup/databases.ts'
import { BEHIND_PROXY, browserAt, NETWORK, OTHER_NETWORK } from '#tests/setup/networks.ts'
import { CLIENT, solveCaptcha } from '#tests/setup/people.ts'
import { app, db, setUpDemo } from '#tests/setup/suite.ts'

const MIA = 'customer@demo.example'

describe.each(databases)('codes for addresses that are made up, on $name', (database) => {
  setUpDemo(database, { env: { ...BEHIND_PROXY, LIMIT_NETWORK_CODES_PER_DAY: '4' } })

  let addresses = 0
  const ask = async (
    call: ApiCall,
    username = `nobody${addresses++}@made-up.example`,
    captchaToken?: string,
  ) => {
    const answer = await call(token, {
      body: { ...CLIENT, grant_type: 'password', username, password: '' },
      ...(captchaToken && { captchaToken }),
    })
    return !answer.ok && answer.failure.kind === 'problem' ? answer.failure.problem.error : null
  }

  test('want a captcha after a few of one network, known ones alike, and leave no more rows', async () => {
    const stranger = browserAt(app, NETWORK)
    const answers = await Promise.all(Array.from({ length: 9 }, () => ask(stranger)))
    expect(answers.filter((error) => error === 'invalid_grant')).toHaveLength(4)
    expect(answers.filter((error) => error === 'captcha_required')).toHaveLength(5)
    const rows = async () => {
      const { count } = await db
        .selectFrom('login_code')
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    }
    expect(await rows()).toBe(4)
    expect(await ask(stranger, MIA)).toBe('captcha_required')
    expect(await rows()).toBe(4)

    // No one is locked out: with a captcha, from elsewhere or the next day there is a code.
    expect(await ask(stranger, MIA, await solveCaptcha(app))).toBe('invalid_grant')
    expect(await rows()).toBe(5)
    expect(await ask(browserAt(app, OTHER_NETWORK))).toBe('invalid_grant')
    app.clock.advance(DAY_MS)
    expect(await ask(stranger)).toBe('invalid_grant')
  })
})
