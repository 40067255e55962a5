import { describe, expect, test } from 'vitest'
import { answerSharedPurchase, removePerson } from '#lib/people/calls.ts'
import { updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'
import { tellOfChanges } from '#server/people/changes.ts'
import { databases } from '#tests/setup/databases.ts'
import { invitationKey, invited } from '#tests/setup/invitations.ts'
import { valueOf } from '#tests/setup/people.ts'
import { aRequest, conflictOf, confirming, faultsOf, ready } from '#tests/setup/purchases.ts'
import { offerFor, writeOldCar } from '#tests/setup/trade-ins.ts'
import { app, kowhai, mia, sam } from '#tests/setup/suite.ts'
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
describe.each(databases)('the approver of a purchase on $name (record 30)', (database) => {
  setUpPeople(database)

  const answer = async (
    part: string,
    body: { answer: 'APPROVED' } | { answer: 'CHANGE'; text: string },
    who = kowhai,
  ) => {
    const { priceMark } = valueOf(await shared(part, who))
    return who.call(answerSharedPurchase, {
      params: { id: part },
      body: { ...body, priceMark },
    })
  }

  test('a purchase waits for its approver, for the price it has, or until they are withdrawn', async () => {
    const journey = await ready(mia)
    const { id } = journey
    const { personId } = await invited(mia, id, COMPANY, 'APPROVER')
    const refused = async () => conflictOf(await confirming(mia, journey)).message
    expect(await refused()).toMatch(/^Tia Moana hasn’t accepted your invitation yet\. You can conf/)
    const key = await invitationKey(app, COMPANY)
    const part = valueOf(await accept(kowhai, key)).sharedPurchaseId
    expect(await refused()).toMatch(/^Tia Moana hasn’t approved \$/)
    valueOf(await answer(part, { answer: 'CHANGE', text: 'Too dear.' }))
    expect(await refused()).toMatch(/^Tia Moana asked for a change/)
    expect(await mails(MIA, /asked for a change/)).toHaveLength(1)
    expect((await people(id)).waitsFor).toBe(await refused())

    const approved = valueOf(await answer(part, { answer: 'APPROVED' }))
    expect(approved.state).toBe('APPROVED')
    valueOf(await answer(part, { answer: 'APPROVED' }))
    expect(await mails(MIA, /is approved/)).toHaveLength(1)
    expect((await people(id)).waitsFor).toBeNull()

    // Another colour is another purchase to approve.
    const currentQuoteRequest = aRequest({ colourCode: 'RDB' })
    const changed = await mia.call(updatePurchaseJourney, {
      params: { id },
      body: { currentQuoteRequest },
    })
    const now = valueOf(changed)
    expect((await people(id)).people).toMatchObject([{ state: 'OUTDATED' }])
    const stale = await kowhai.call(answerSharedPurchase, {
      params: { id: part },
      body: { answer: 'APPROVED', priceMark: approved.priceMark },
    })
    expect(conflictOf(stale).message).toContain('has changed')
    expect(conflictOf(await confirming(mia, now)).message).toMatch(/before it changed/)

    // They are told once the buyer has settled, and once only.
    await tellOfChanges(app.deps)
    expect(await mails(COMPANY, /look at the price again/)).toHaveLength(0)
    app.clock.advance(10 * MINUTE_MS)
    for (const _again of [1, 2]) await tellOfChanges(app.deps)
    expect(await mails(COMPANY, /look at the price again/)).toHaveLength(1)

    valueOf(await mia.call(removePerson, { params: { id, personId } }))
    expect(valueOf(await confirming(mia, now)).status.purchaseJourneyStatusCode).toBe('CONFIRMED')
  })

  test('a trade-in that changes what is left to pay is approved too', async () => {
    const { id } = await ready(mia)
    await invited(mia, id, COMPANY, 'APPROVER')
    const key = await invitationKey(app, COMPANY)
    const part = valueOf(await accept(kowhai, key)).sharedPurchaseId
    valueOf(await answer(part, { answer: 'APPROVED' }))
    const owing = { owingCents: 4_500_000, request: 'APPRAISAL' } as const
    await offerFor(sam, await writeOldCar(mia, id, owing), 100_000)
    expect((await people(id)).people).toMatchObject([{ state: 'APPROVED' }])
    const accepted = await writeOldCar(mia, id, { ...owing, request: 'ACCEPT' })
    expect((await people(id)).people).toMatchObject([{ state: 'OUTDATED' }])
    expect(conflictOf(await confirming(mia, accepted)).message).toMatch(/before it changed/)
  })

  test('staff who confirm for a customer wait for the approver too, and cannot approve', async () => {
    const journey = await ready(mia)
    const part = await together(journey.id, 'APPROVER')
    const byStaff = await confirming(sam, journey, { signatureName: 'Sam Patel' })
    expect(conflictOf(byStaff).message).toContain('hasn’t approved')
    const { priceMark } = valueOf(await shared(part))
    const body = { answer: 'APPROVED', priceMark } as const
    const forThem = await sam.call(answerSharedPurchase, { params: { id: part }, body })
    expect(faultsOf(forThem).status).toBe(403)
    valueOf(await answer(part, { answer: 'APPROVED' }))
    valueOf(await confirming(mia, journey))
    expect(conflictOf(await answer(part, { answer: 'CHANGE', text: 'Wait' })).message).toContain(
      'already confirmed',
    )
  })

  test('a partner’s answer holds nothing up', async () => {
    const journey = await ready(mia)
    const part = await together(journey.id)
    valueOf(await answer(part, { answer: 'CHANGE', text: 'The red one.' }))
    valueOf(await confirming(mia, journey))
  })
})
