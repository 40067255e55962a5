import { describe, expect, test } from 'vitest'
import {
  getPeople,
  acceptInvitation,
  addPurchaseComment,
  commentOnSharedPurchase,
  getInvitation,
  invitePerson,
  leaveSharedPurchase,
  listSharedPurchases,
  removePerson,
  sendInvitationAgain,
} from '#lib/people/calls.ts'
import { cancelPurchase } from '#lib/purchases/calls.ts'
import { DAY_MS, HOUR_MS } from '#lib/shared/durations.ts'
import { databases } from '#tests/setup/databases.ts'
import { invitationKey, invited } from '#tests/setup/invitations.ts'
import { newCustomer, valueOf } from '#tests/setup/people.ts'
import { arrive, conflictOf, confirmed, faultsOf, started } from '#tests/setup/purchases.ts'
import { app, db, kowhai, mia, sam, signInAgain } from '#tests/setup/suite.ts'
import {
  COMPANY,
  MIA,
  accept,
  mails,
  people,
  setUpPeople,
  shared,
  together,
} from './people.fixture.ts'

// The clock is set to Monday, 23 November 2026, 2 pm.
describe.each(databases)('the people of a purchase on $name (record 30)', (database) => {
  setUpPeople(database)

  test('an invitation names the car and nobody, and the account of its address joins by it', async () => {
    const { id, currentQuote } = await started(mia)
    await invited(mia, id, COMPANY)
    const [mail] = await mails(COMPANY, /invited/)
    expect(mail!.text).not.toMatch(/Mia|Harris|Tia|Moana/)
    const key = await invitationKey(app, COMPANY)
    const { modelName, variantName, colourName } = currentQuote.vehicle
    expect(valueOf(await app.browser()(getInvitation, { params: { key } }))).toEqual({
      role: 'PARTNER',
      modelName,
      variantName,
      colourName,
      colourCode: 'BLD',
      kdcd: 'TN27H-A',
      ends: '2026-12-07T01:00:00.000Z',
    })
    const other = await arrive(app, 'oliver.marsh@demo.example')
    expect(conflictOf(await accept(other, key)).message).toBe(
      'This invitation is for another email address. Sign in with the address it was sent to.',
    )
    const { sharedPurchaseId } = valueOf(await accept(kowhai, key))
    expect(valueOf(await accept(kowhai, key))).toEqual({ sharedPurchaseId })
    const { people: all, events } = await people(id)
    expect(all).toMatchObject([{ name: 'Tia Moana', email: COMPANY, state: 'JOINED' }])
    expect(events.map(({ kind, by, about, isOwn }) => [kind, by, about, isOwn])).toEqual([
      ['INVITED', 'Mia Harris', 'Tia Moana', true],
      ['JOINED', 'Tia Moana', null, false],
    ])
    expect(await mails(MIA, /invitation was accepted/)).toHaveLength(1)
    const { sharedPurchases } = valueOf(
      await kowhai.call(listSharedPurchases, { params: { id: kowhai.customerId } }),
    )
    expect(sharedPurchases).toMatchObject([
      { sharedPurchaseId, buyerName: 'Mia Harris', status: 'STARTED', state: 'JOINED' },
    ])
    expect(faultsOf(await shared(sharedPurchaseId, mia)).status).toBe(404)
    expect(faultsOf(await shared(sharedPurchaseId, other)).status).toBe(404)
  })

  test('a new account joins once its address is proved', async () => {
    const { id } = await started(mia)
    await invited(mia, id, 'tia@post.example')
    const key = await invitationKey(app, 'tia@post.example')
    app.clock.advance(1000)
    const { call } = await newCustomer(app, 'tia@post.example')
    valueOf(await call(acceptInvitation, { params: { key } }))
    expect((await people(id)).people).toMatchObject([{ state: 'JOINED' }])
  })

  test('an invitation that is sent again, withdrawn or two weeks old leads nowhere', async () => {
    const { id } = await started(mia)
    const { personId } = await invited(mia, id, COMPANY)
    const first = await invitationKey(app, COMPANY)
    app.clock.advance(1000)
    const params = { id, personId }
    for (const _again of [1, 2])
      valueOf(await mia.call(sendInvitationAgain, { params, idempotencyKey: 'again-and-again' }))
    expect(await mails(COMPANY, /invited/)).toHaveLength(2)
    expect(faultsOf(await accept(kowhai, first)).status).toBe(404)
    const second = await invitationKey(app, COMPANY)
    app.clock.advance(14 * DAY_MS)
    await signInAgain()
    const late = await arrive(app, COMPANY)
    expect(faultsOf(await accept(late, second)).status).toBe(404)
    expect((await people(id)).people).toMatchObject([{ state: 'LAPSED' }])
    app.clock.advance(1000)
    valueOf(await mia.call(sendInvitationAgain, { params }))
    const third = await invitationKey(app, COMPANY)
    valueOf(await mia.call(removePerson, { params }))
    expect(faultsOf(await accept(late, third)).status).toBe(404)
    expect(await people(id)).toMatchObject({ people: [], canInvite: true, canComment: false })
    expect(faultsOf(await mia.call(sendInvitationAgain, { params })).status).toBe(404)
  })

  test('access ends at once when the buyer or staff withdraw it', async () => {
    const { id } = await started(mia)
    for (const who of [mia, sam]) {
      const part = await together(id)
      app.clock.advance(1000)
      valueOf(await shared(part))
      valueOf(await who.call(removePerson, { params: { id, personId: part } }))
      valueOf(await who.call(removePerson, { params: { id, personId: part } }))
      expect(faultsOf(await shared(part)).status).toBe(404)
      const body = { text: 'Still here?' }
      const late = await kowhai.call(commentOnSharedPurchase, { params: { id: part }, body })
      expect(faultsOf(late).status).toBe(404)
    }
    const removed = (await people(id)).events.filter(({ kind }) => kind === 'REMOVED')
    expect(removed.map(({ by }) => by)).toEqual(['Mia Harris', 'Tarvane'])
  })

  test('a person leaves on their own, the buyer is told, and an approver no longer holds it up', async () => {
    const { id } = await started(mia)
    const part = await together(id, 'APPROVER')
    app.clock.advance(1000)
    expect(faultsOf(await mia.call(leaveSharedPurchase, { params: { id: part } })).status).toBe(404)
    valueOf(await kowhai.call(leaveSharedPurchase, { params: { id: part } }))
    expect(faultsOf(await shared(part)).status).toBe(404)
    expect(faultsOf(await kowhai.call(leaveSharedPurchase, { params: { id: part } })).status).toBe(
      404,
    )
    const { people: left, events } = await people(id)
    expect(left).toEqual([])
    expect(events.at(-1)).toMatchObject({ kind: 'LEFT', by: 'Tia Moana', isOwn: false })
    expect(await mails(MIA, /has left your purchase/)).toHaveLength(1)
    const { sharedPurchases } = valueOf(
      await kowhai.call(listSharedPurchases, { params: { id: kowhai.customerId } }),
    )
    expect(sharedPurchases.map(({ sharedPurchaseId }) => sharedPurchaseId)).not.toContain(part)
  })

  test('the buyer’s own address, one invited already and a fourth person are refused', async () => {
    const { id } = await started(mia)
    const invite = (email: string) =>
      mia.call(invitePerson, { params: { id }, body: { name: 'Tia', email, role: 'PARTNER' } })
    expect(faultsOf(await invite('Customer@Demo.example')).fields).toEqual(['email'])
    for (const email of ['a@post.example', 'b@post.example']) valueOf(await invite(email))
    expect(conflictOf(await invite('A@post.example')).message).toContain('already invited')
    expect(valueOf(await invite('c@post.example'))).toMatchObject({ canInvite: false, most: 3 })
    expect(conflictOf(await invite('d@post.example')).message).toContain('up to 3 people')
  })

  test('two that invite the same address at once make one person', async () => {
    const { id } = await started(mia)
    const body = { name: 'Tia', email: 'a@post.example', role: 'PARTNER' } as const
    const both = [1, 2].map(() => mia.call(invitePerson, { params: { id }, body }))
    const oks = (await Promise.all(both)).map(({ ok }) => ok)
    expect(oks.sort()).toEqual([false, true])
    expect((await people(id)).people).toHaveLength(1)
  })

  test('comments go both ways, and are mailed about once an hour', async () => {
    const { id } = await started(mia)
    const part = await together(id)
    const say = (text: string) => mia.call(addPurchaseComment, { params: { id }, body: { text } })
    const reply = (text: string) =>
      kowhai.call(commentOnSharedPurchase, { params: { id: part }, body: { text } })
    for (const text of ['Blue?', 'Or red?']) valueOf(await say(text))
    for (const text of ['Blue.', 'Definitely.']) valueOf(await reply(text))
    expect(await mails(COMPANY, /new comment/)).toHaveLength(1)
    const [told] = await mails(MIA, /new comment/)
    expect(told!.text).not.toContain('Blue.')
    app.clock.advance(HOUR_MS)
    await signInAgain()
    valueOf(await mia.call(addPurchaseComment, { params: { id }, body: { text: 'Good.' } }))
    expect(await mails(COMPANY, /new comment/)).toHaveLength(2)
    const guest = await arrive(app, COMPANY)
    const { events } = valueOf(await shared(part, guest))
    const said = events.filter(({ kind }) => kind === 'COMMENT')
    expect(said.map(({ by, text, isOwn }) => [by, text, isOwn])).toEqual([
      ['Mia Harris', 'Blue?', false],
      ['Mia Harris', 'Or red?', false],
      ['Tia Moana', 'Blue.', true],
      ['Tia Moana', 'Definitely.', true],
      ['Mia Harris', 'Good.', false],
    ])
  })

  test('however much is said, what was done stays in the history', async () => {
    const { id } = await started(mia)
    await together(id)
    const row = { purchase_journey_id: id, person_id: null, cents: null }
    const said = { ...row, kind: 'COMMENT', text: 'Blue?', actor: `customer:${mia.customerId}` }
    const at = app.clock.now().toISOString()
    for (let nth = 0; nth < 201; nth++)
      await db
        .insertInto('purchase_person_event')
        .values({ ...said, event_id: `said-${nth}`, at } as never)
        .execute()
    const { events } = valueOf(await mia.call(getPeople, { params: { id } }))
    expect(events.slice(0, 2).map(({ kind }) => kind)).toEqual(['INVITED', 'JOINED'])
    expect(events).toHaveLength(202)
  })

  test('once it is over, a purchase can be read for thirty days and no more is said', async () => {
    const { id } = await confirmed(mia)
    const part = await together(id)
    valueOf(await mia.call(cancelPurchase, { params: { id } }))
    expect(valueOf(await shared(part))).toMatchObject({
      status: 'CANCELLED',
      canComment: false,
      readableUntil: '2026-12-23T01:00:00.000Z',
    })
    const body = { text: 'Why?' }
    const comment = await kowhai.call(commentOnSharedPurchase, { params: { id: part }, body })
    expect(faultsOf(comment).status).toBe(409)
    const invite = await mia.call(invitePerson, {
      params: { id },
      body: { name: 'Hemi', email: 'hemi@post.example', role: 'PARTNER' },
    })
    expect(faultsOf(invite).status).toBe(409)
    app.clock.advance(30 * DAY_MS)
    const later = await arrive(app, COMPANY)
    expect(faultsOf(await shared(part, later)).status).toBe(404)
    const params = { id: later.customerId }
    expect(valueOf(await later.call(listSharedPurchases, { params })).sharedPurchases).toEqual([])
    expect(await db.selectFrom('purchase_person').selectAll().execute()).toHaveLength(1)
  })
})
