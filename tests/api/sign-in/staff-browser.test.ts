import { beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { changeStaffPassword } from '#lib/staff/sign-in-calls.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { databases } from '#tests/setup/databases.ts'
import { arrive, faultsOf } from '#tests/setup/purchases.ts'
import { ask, CUSTOMER, STAFF } from './identity.fixture.ts'
import { app, restart, setUpDemo } from '#tests/setup/suite.ts'

describe.each(databases)('staff whose address others share, on $name', (database) => {
  setUpDemo(database)
  beforeEach(() =>
    restart({
      env: { LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: '3', LIMIT_PASSWORD_FAILURES_PER_DAY: '1000' },
    }),
  )

  const signIn = async (password: string, staffBrowser?: string, username = STAFF) => {
    const kept = staffBrowser && { staff_browser: staffBrowser }
    const answer = await ask({ grant_type: 'password', username, password, ...kept })
    const { staff_browser } = (await answer.json()) as { staff_browser?: string }
    return { status: answer.status, kept: staff_browser }
  }
  const lockTheNetwork = async () => {
    for (let tries = 0; tries < 4; tries++) await signIn('wrong')
    expect((await signIn(SAMPLE_PASSWORD)).status).toBe(429)
  }

  test('sign in with a browser in which they did so before, whatever others try', async () => {
    const { kept } = await signIn(SAMPLE_PASSWORD)
    await lockTheNetwork()
    expect((await signIn(SAMPLE_PASSWORD, kept)).status).toBe(200)
  })

  test('have as many tries in it as a network has, for a month, at their own account', async () => {
    const { kept } = await signIn(SAMPLE_PASSWORD)
    await lockTheNetwork()
    const tries = []
    for (let at = 0; at < 4; at++) tries.push((await signIn('wrong', kept)).status)
    expect(tries).toEqual([400, 400, 400, 429])
    expect((await signIn(SAMPLE_PASSWORD, `${kept!.slice(0, -1)}!`)).status).toBe(429)
    const manager = await signIn(SAMPLE_PASSWORD, undefined, 'manager@demo.example')
    expect((await signIn(SAMPLE_PASSWORD, manager.kept)).status).toBe(429)

    app.clock.advance(30 * DAY_MS)
    await lockTheNetwork()
    expect((await signIn(SAMPLE_PASSWORD, kept)).status).toBe(429)
  })

  test('prove who they are while they are signed in', async () => {
    const sam = await arrive(app, STAFF)
    await lockTheNetwork()
    const body = { currentPassword: 'wrong', newPassword: 'a brand new one of theirs' }
    expect(faultsOf(await sam.call(changeStaffPassword, { body })).status).toBe(400)
  })

  test('customers keep nothing: they have codes', async () => {
    expect((await signIn(SAMPLE_PASSWORD, undefined, CUSTOMER)).kept).toBeUndefined()
  })
})
