import { describe, expect, test } from 'vitest'
import { addFinanceDocument } from '#lib/purchases/file-calls.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { databases } from '#tests/setup/databases.ts'
import { conditional, someFile } from '#tests/setup/files.ts'
import {
  BEHIND_PROXY,
  cheapAccount,
  movedTo,
  NETWORK,
  OTHER_NETWORK,
} from '#tests/setup/networks.ts'
import { easyCaptcha, valueOf } from '#tests/setup/people.ts'
import { conflictOf, type Person } from '#tests/setup/purchases.ts'
import { app, db, mia, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'

describe.each(databases)('a disk that one network fills, on $name', (database) => {
  setUpSignedIn(database, {
    env: { ...BEHIND_PROXY, LIMIT_NETWORK_FILE_MEGABYTES_PER_DAY: '1' },
    deps: { captcha: easyCaptcha },
  })

  let files = 0
  /** Sends a document of 400 kB. */
  const sender = async (person: Person) => {
    const { id } = await conditional(person)
    return () =>
      person.call(addFinanceDocument, {
        params: { id },
        fileName: 'Payslip.pdf',
        body: someFile('application/pdf', `${files++} ${'x'.repeat(400_000)}`),
      })
  }
  const stored = async () =>
    (await db.selectFrom('purchase_file').select('size_bytes').execute()).length

  test('keeps as many megabytes a day as allowed, of however many accounts at once', async () => {
    const sendings = []
    for (let n = 0; n < 4; n++) sendings.push(await sender(await cheapAccount(app, NETWORK)))
    const answers = await Promise.all(sendings.map((send) => send()))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
    expect(await stored()).toBe(2)
    expect(conflictOf(answers.find(({ ok }) => !ok)!)).toMatchObject({
      status: 429,
      message:
        'Your network has reached today’s limit for photos and documents. Please try again tomorrow, or ask your dealer how to send them.',
    })
    valueOf(await (await sender(movedTo(app, OTHER_NETWORK, mia)))())
    app.clock.advance(DAY_MS)
    await signInAgain()
    valueOf(await (await sender(movedTo(app, NETWORK, mia)))())
  })
})
