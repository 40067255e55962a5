import { describe, expect, test } from 'vitest'
import { getCurrentUser } from '#lib/contract/identity.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { forgetOld } from '#server/jobs/retention.ts'
import { bearer, startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  newCustomer,
  readCode,
  signedIn,
  signIn,
  solveCaptcha,
  valueOf,
} from '#tests/setup/people.ts'

const DAY = 24 * 60 * 60_000

describe.each(databases)('what is kept on $name', ({ open }) => {
  test('is forgotten when it is of no more use, and not before', async () => {
    const db = await open()
    const app = startApplication(db)
    await seedDemo(app.deps)
    const count = async () => {
      const tables = ['login_code', 'captcha_used', 'rate', 'session', 'outbox'] as const
      const counts = tables.map(async (table) => [
        table,
        (await db.selectFrom(table).selectAll().execute()).length,
      ])
      return Object.fromEntries(await Promise.all(counts)) as Record<string, number>
    }

    const { tokens } = await newCustomer(app, 'tia@new.example', await solveCaptcha(app))
    await signIn(app.browser(), 'nobody@nowhere.example', '')
    await signIn(app.browser(), 'customer@demo.example', '')
    await signedIn(app)
    const before = await count()
    await forgetOld(app.deps)
    expect(await count()).toEqual(before)
    valueOf(
      await signIn(
        app.browser(),
        'customer@demo.example',
        await readCode(app, 'customer@demo.example'),
      ),
    )
    valueOf(await app.browser(bearer(tokens.access_token))(getCurrentUser))

    app.clock.advance(3 * DAY)
    await forgetOld(app.deps)
    expect(await count()).toEqual({
      login_code: 0,
      captcha_used: 0,
      rate: 0,
      session: 3,
      outbox: 2,
    })

    app.clock.advance(5 * DAY)
    await forgetOld(app.deps)
    const texts = await db.selectFrom('outbox').select(['text_body', 'html_body']).execute()
    expect(texts).toEqual([
      { text_body: '', html_body: '' },
      { text_body: '', html_body: '' },
    ])

    app.clock.advance(60 * DAY)
    await forgetOld(app.deps)
    expect(await count()).toMatchObject({ session: 0 })
    await db.destroy()
  })
})
