import { describe, expect, test } from 'vitest'
import {
  addPurchaseComment,
  answerSharedPurchase,
  commentOnSharedPurchase,
  getSharedPurchase,
  invitePerson,
  sendInvitationAgain,
} from '#lib/people/calls.ts'
import { emailQuote } from '#lib/quotes/calls.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { databases } from '#tests/setup/databases.ts'
import { invited, joined } from '#tests/setup/invitations.ts'
import {
  BEHIND_PROXY,
  cheapAccount,
  movedTo,
  NETWORK,
  OTHER_NETWORK,
} from '#tests/setup/networks.ts'
import { easyCaptcha, valueOf } from '#tests/setup/people.ts'
import { arrive, faultsOf, saved, started } from '#tests/setup/purchases.ts'
import { app, db, kowhai, mia, setUpTwoCustomers } from '#tests/setup/suite.ts'

const COMPANY = 'company@demo.example'

describe.each(databases)('invitations to one address on $name', (database) => {
  setUpTwoCustomers(database, { env: { LIMIT_INVITATIONS_TO_ONE_PER_DAY: '3' } })

  test('one buyer sends three a day, and leaves the others theirs', async () => {
    const { id } = await started(mia)
    const { personId } = await invited(mia, id, COMPANY)
    const again = () => mia.call(sendInvitationAgain, { params: { id, personId } })
    valueOf(await again())
    valueOf(await again())
    expect(faultsOf(await again()).status).toBe(429)
    await invited(mia, id, 'hemi@post.example')
    const oliver = await arrive(app, 'oliver.marsh@demo.example')
    await invited(oliver, (await started(oliver)).id, COMPANY)
  })
})

describe.each(databases)('invitations of many accounts on $name', (database) => {
  setUpTwoCustomers(database, {
    env: { ...BEHIND_PROXY, LIMIT_INVITATIONS_PER_DAY: '4', LIMIT_INVITATIONS_TO_ONE_PER_DAY: '3' },
    deps: { captcha: easyCaptcha },
  })

  test('at one network leave a buyer elsewhere theirs', async () => {
    const answers = []
    for (let n = 0; n < 4; n++) {
      const stranger = await cheapAccount(app, NETWORK)
      const { id } = await started(stranger)
      const body = { name: 'Tia', email: COMPANY, role: 'PARTNER' } as const
      const first = await stranger.call(invitePerson, { params: { id }, body })
      answers.push(first)
      if (first.ok)
        answers.push(
          await stranger.call(sendInvitationAgain, {
            params: { id, personId: first.value.people.at(-1)!.personId },
          }),
        )
    }
    expect(answers.filter(({ ok }) => ok)).toHaveLength(4)
    const buyer = movedTo(app, OTHER_NETWORK, mia)
    await invited(buyer, (await started(buyer)).id, COMPANY)
  })
})

describe.each(databases)('answers of a person on $name', (database) => {
  setUpTwoCustomers(database, { deps: { captcha: easyCaptcha } })

  test('are emailed to the buyer once an hour, each kind on its own', async () => {
    const { id } = await started(mia)
    const part = await joined(app, { buyer: mia, guest: kowhai, id })
    const params = { id: part }
    const { priceMark } = valueOf(await kowhai.call(getSharedPurchase, { params }))
    const ask = async (who = kowhai) => {
      const body = { answer: 'CHANGE', text: 'The red one.', priceMark } as const
      valueOf(await who.call(answerSharedPurchase, { params, body }))
    }
    const approve = async () => {
      const body = { answer: 'APPROVED', priceMark } as const
      valueOf(await kowhai.call(answerSharedPurchase, { params, body }))
    }
    const mails = async () => {
      const query = { to: 'customer@demo.example' }
      const { messages } = valueOf(await app.browser()(listDemoMail, { query }))
      return messages.filter(({ subject }) => /asked for a change|is approved/.test(subject)).length
    }
    for (let times = 0; times < 3; times++) {
      await ask()
      await approve()
    }
    expect(await mails()).toBe(2)
    app.clock.advance(HOUR_MS)
    await ask(await arrive(app, COMPANY))
    expect(await mails()).toBe(3)
  })
})

describe.each(databases)('limits of the people of a purchase on $name', (database) => {
  setUpTwoCustomers(database, {
    env: { LIMIT_INVITATIONS_PER_DAY: '2', LIMIT_PURCHASE_COMMENTS_PER_DAY: '1' },
  })

  test('invitations are counted by their buyer and by their address, and comments by person', async () => {
    const { id } = await started(mia)
    const { personId } = await invited(mia, id, COMPANY)
    valueOf(await mia.call(sendInvitationAgain, { params: { id, personId } }))
    const again = await mia.call(sendInvitationAgain, { params: { id, personId } })
    expect(faultsOf(again).status).toBe(429)
    const oliver = await arrive(app, 'oliver.marsh@demo.example')
    const other = await oliver.call(invitePerson, {
      params: { id: (await started(oliver)).id },
      body: { name: 'Rawiri', email: COMPANY, role: 'PARTNER' },
    })
    expect(faultsOf(other).status).toBe(429)
    const say = () => mia.call(addPurchaseComment, { params: { id }, body: { text: 'Hello' } })
    valueOf(await say())
    expect(faultsOf(await say()).status).toBe(429)
  })
})

describe.each(databases)('emails about comments on $name', (database) => {
  setUpTwoCustomers(database, {
    env: { LIMIT_MAILS_PER_DAY: '8' },
    deps: { captcha: easyCaptcha },
  })

  test('count for the person who comments, not for the buyer', async () => {
    const { id } = await started(mia)
    const params = { id: await joined(app, { buyer: mia, guest: kowhai, id }) }
    const oliver = await arrive(app, 'oliver.marsh@demo.example')
    await joined(app, { buyer: mia, guest: oliver, id })
    for (let hours = 0; hours < 12; hours++) {
      const body = { text: 'Still here.' }
      valueOf(await (await arrive(app, COMPANY)).call(commentOnSharedPurchase, { params, body }))
      app.clock.advance(HOUR_MS)
    }

    const buyer = await arrive(app)
    const { quoteId } = await saved(buyer)
    valueOf(await buyer.call(emailQuote, { body: { quoteId } }))
  })
})

describe.each(databases)('long histories of a purchase on $name', (database) => {
  setUpTwoCustomers(database, { env: { LIMIT_PURCHASE_COMMENTS_PER_DAY: '100' } })

  test('a very long answer is not kept: its key runs the call again, which adds nothing', async () => {
    const { id } = await started(mia)
    await invited(mia, id, COMPANY)
    const text = 'We’ve read it. '.repeat(60)
    const say = (idempotencyKey: string) =>
      mia.call(addPurchaseComment, { params: { id }, body: { text }, idempotencyKey })
    for (let n = 0; n < 40; n++) valueOf(await say(`key-${n}`))

    const kept = await db.selectFrom('idempotency').select('key').execute()
    const keys = kept.map(({ key }) => key)
    expect(keys).toContain('key-0')
    expect(keys).not.toContain('key-39')
    expect(valueOf(await say('key-39')).events).toHaveLength(41)
  })

  test('a text has no character that can’t be typed', async () => {
    const { id } = await started(mia)
    await invited(mia, id, COMPANY)
    const say = (text: string) => mia.call(addPurchaseComment, { params: { id }, body: { text } })

    expect(faultsOf(await say('a\u0001b'))).toMatchObject({ status: 400, fields: ['text'] })
    valueOf(await say('Two\nlines\tand a tab'))
  })
})
