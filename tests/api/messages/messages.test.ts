import { describe, expect, test } from 'vitest'
import { leaveMessage, listMessages, updateMessage } from '#lib/messages/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { easyCaptcha, RIGHT_CAPTCHA, solveCaptcha, valueOf } from '#tests/setup/people.ts'
import { faultsOf } from '#tests/setup/purchases.ts'
import { app, db, sam, setUpSignedIn } from '#tests/setup/suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

const hello = {
  name: 'Hēmi <b>Pōtae</b>',
  email: 'Hemi.Potae@demo.example',
  message: 'Is the Tarn at Albany still there?\nI could come on Saturday.',
}

describe.each(databases)('messages on $name', (database) => {
  setUpSignedIn(database, {
    deps: { captcha: easyCaptcha },
    env: { LIMIT_MESSAGES_PER_HOUR: '7' },
  })

  const leave = (facts: Partial<typeof hello> = {}, idempotencyKey?: string) =>
    app.browser()(leaveMessage, {
      body: { ...hello, ...facts },
      captchaToken: RIGHT_CAPTCHA,
      ...(idempotencyKey ? { idempotencyKey } : {}),
    })
  const list = async (show: 'todo' | 'done', query: { limit?: string; cursor?: string } = {}) =>
    valueOf(await sam.call(listMessages, { query: { show, ...query } }))
  const mark = (id: string, isDone: boolean) =>
    sam.call(updateMessage, { params: { id }, body: { isDone } })

  test('one is mailed to the brand and is on the list for staff', async () => {
    valueOf(await leave())
    const { messages } = await list('todo')
    const { id } = await db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', 'hemi.potae@demo.example')
      .executeTakeFirstOrThrow()
    expect(messages).toEqual([
      {
        ...hello,
        messageId: expect.any(String),
        kind: 'MESSAGE',
        phone: null,
        model: null,
        dealer: null,
        wished: null,
        customerId: id,
        created: app.clock.now().toISOString(),
        done: null,
      },
    ])
    const to = app.deps.catalogue.brand.email
    const [mail] = valueOf(await app.browser()(listDemoMail, { query: { to } })).messages
    expect(mail).toMatchObject({ to, subject: 'A message from the website' })
    expect(mail!.text).toContain(hello.message)
    expect(mail!.html).toContain('&lt;b&gt;<span lang="mi">Pōtae</span>&lt;/b&gt;')
    expect(mail!.html).not.toContain('<b>')
  })

  test('sent again with the same key is one, and has no customer if the address has no account', async () => {
    valueOf(await leave({ email: 'somebody@post.example' }, 'key-1'))
    valueOf(await leave({ email: 'somebody@post.example' }, 'key-1'))
    const { messages } = await list('todo')
    expect(messages.map(({ customerId }) => customerId)).toEqual([null])
  })

  test('what is missing, too long or no address is named, and a captcha is wanted', async () => {
    const empty = await leave({ name: ' ', email: 'nobody', message: '' })
    expect(faultsOf(empty)).toMatchObject({ status: 400, fields: ['name', 'email', 'message'] })
    expect(faultsOf(await leave({ message: 'x'.repeat(4001) })).fields).toEqual(['message'])
    const wrong = await app.browser()(leaveMessage, { body: hello, captchaToken: 'wrong' })
    expect(faultsOf(wrong)).toMatchObject({ status: 400, code: 'InvalidToken' })
    expect((await list('todo')).messages).toEqual([])
  })

  test('a name of any letters reaches the brand', async () => {
    valueOf(await leave({ name: '🚗'.repeat(95) }))
    const { messages } = await list('todo')
    expect(messages).toMatchObject([{ name: '🚗'.repeat(95) }])
  })

  test('an address that sends too many must wait', async () => {
    for (let each = 0; each < 7; each++) valueOf(await leave())
    expect(faultsOf(await leave())).toMatchObject({ status: 429, code: 'TooManyRequests' })
  })

  test('done with, and not after all, says who was first and changes lists', async () => {
    valueOf(await leave())
    const [message] = (await list('todo')).messages
    const { messageId } = message!
    const at = app.clock.now().toISOString()
    expect(valueOf(await mark(messageId, true)).done).toEqual({ at, by: 'Sam Patel' })
    app.clock.advance(1000)
    expect(valueOf(await mark(messageId, true)).done).toEqual({ at, by: 'Sam Patel' })
    expect(await list('todo')).toMatchObject({ messages: [] })
    expect((await list('done')).messages).toHaveLength(1)
    expect(valueOf(await mark(messageId, false)).done).toBeNull()
    expect((await list('todo')).messages).toHaveLength(1)
    expect(faultsOf(await mark('nothing', true))).toMatchObject({ status: 404 })
  })

  test('the lists go on where a page ended, also among messages of one moment', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      valueOf(await leave({ name }))
      if (name !== 'b') app.clock.advance(1000)
    }
    const read = async (show: 'todo' | 'done') => {
      const names: string[] = []
      let cursor: string | null | undefined
      do {
        const page = await list(show, { limit: '2', ...(cursor ? { cursor } : {}) })
        expect(page.messages.length).toBeLessThanOrEqual(2)
        names.push(...page.messages.map(({ name }) => name))
        cursor = page.nextCursor
      } while (cursor)
      return names
    }
    const todo = await read('todo')
    expect([...todo].sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect([todo[0], todo[1], todo[4]]).toEqual(['e', 'd', 'a'])
    for (const { messageId } of (await list('todo')).messages) {
      valueOf(await mark(messageId, true))
      app.clock.advance(1000)
    }
    expect((await read('done'))[0]).toBe('a')
  })

  test('staff who read them are in the audit', async () => {
    await list('todo')
    const rows = await db.selectFrom('audit').select(['actor', 'action', 'fields']).execute()
    expect(rows).toEqual([{ actor: 'staff:1', action: 'listMessages', fields: '["show"]' }])
  })

  test('what is done with is forgotten after 90 days, what is not stays', async () => {
    valueOf(await leave({ name: 'done' }))
    valueOf(await mark((await list('todo')).messages[0]!.messageId, true))
    valueOf(await leave({ name: 'waiting' }))
    app.clock.advance(91 * DAY_MS)
    await forgetOld(app.deps)
    const left = await db.selectFrom('message').select('name').execute()
    expect(left).toEqual([{ name: 'waiting' }])
  })
})

test('our own puzzle lets a message through', async () => {
  const db = await databases[0]!.open()
  const app = startApplication(db)
  const captchaToken = await solveCaptcha(app)
  valueOf(await app.browser()(leaveMessage, { body: hello, captchaToken }))
  await db.destroy()
})
