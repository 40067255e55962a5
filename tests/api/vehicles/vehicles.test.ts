import { describe, expect, test } from 'vitest'
import { listDemoMail } from '#lib/site/calls.ts'
import * as calls from '#lib/vehicles/calls.ts'
import { importRecalls } from '#server/vehicles/recall-import.ts'
import { notifyOwners } from '#server/vehicles/recall-notices.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { faultsOf } from '#tests/setup/purchases.ts'
import { app, db, mia, restart, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'
import { countingRegister, GOLF } from '#tests/api/addresses/look-ups.fixture.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'

// It is Monday 23 November 2026, 2 pm.
describe.each(databases)('a customer’s cars, on $name', (database) => {
  setUpSignedIn(database)

  const list = async () =>
    valueOf(await mia.call(calls.listVehicles, { params: { id: mia.customerId } })).vehicles
  const add = (registration: string) =>
    mia.call(calls.addVehicle, { params: { id: mia.customerId }, body: { registration } })
  const remove = async (registration: string) =>
    valueOf(await mia.call(calls.removeVehicle, { params: { id: mia.customerId, registration } }))
  const plates = async () => (await list()).map(({ registration }) => registration)

  test('have their warrant, their warranty, the next service and their open recalls', async () => {
    await db
      .updateTable('ownership')
      .set({ warranty_until: '2029-03-01', warranty_km: 100_000, first_service_day: '2025-03-01' })
      .where('registration', '=', 'TOI102')
      .execute()
    const [cove, tarn] = await list()
    expect(cove).toMatchObject({
      registration: 'TOI101',
      wofExpiry: '2027-03-14',
      licenceExpiry: '2027-01-20',
      warranty: null,
      nextService: null,
      booking: null,
      openRecalls: [{ recallNumber: 'TVN-2024-003', severity: 'COMPULSORY' }],
      purchaseJourneyId: null,
    })
    expect(tarn).toMatchObject({
      registration: 'TOI102',
      warranty: { until: '2029-03-01', km: 100_000 },
      nextService: { day: '2027-03-01', isFirst: false },
      openRecalls: [],
    })
  })

  test('are added by plate, removed, and had back', async () => {
    expect(valueOf(await add('toi 103'))).toMatchObject({
      registration: 'TOI103',
      make: { description: 'Tarvane' },
      model: { description: 'Moraine' },
      since: '2026-11-23',
    })
    valueOf(await add('TOI103'))
    expect(await plates()).toEqual(['TOI101', 'TOI102', 'TOI103'])
    await remove('TOI101')
    await remove('TOI101')
    expect(await plates()).toEqual(['TOI102', 'TOI103'])
    expect(valueOf(await add('TOI101')).registration).toBe('TOI101')
    expect(await plates()).toEqual(['TOI101', 'TOI102', 'TOI103'])
    expect(faultsOf(await add('ZZZ999'))).toMatchObject({ status: 400, fields: ['registration'] })
  })

  test('are added by VIN, and had back by it', async () => {
    const [cove] = await list()
    expect(valueOf(await add('7avmr4h76l0001032')).registration).toBe('TOI103')
    valueOf(await add('7AVMR4H76L0001032'))
    await remove('TOI101')
    expect(valueOf(await add(cove!.vin!)).registration).toBe('TOI101')
    expect(await plates()).toEqual(['TOI101', 'TOI102', 'TOI103'])
    const unknown = await add('7AVMR4H76L0001039')
    expect(faultsOf(unknown)).toMatchObject({ status: 400, fields: ['registration'] })
  })

  test('are ten at most, also when several are added at once', async () => {
    const row = { customer_id: mia.customerId, vin: null, make: 'x', model: 'x', year: 2020 }
    const more = Array.from({ length: 7 }, (_, n) => ({ ...row, registration: `OWN${n}` }))
    await db.insertInto('ownership').values(more).execute()
    const answers = await Promise.all(['TOI103', 'TOI104', 'TOI105'].map(add))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(faultsOf(answers.find(({ ok }) => !ok)!).status).toBe(409)
    expect(await plates()).toHaveLength(10)
  })

  describe('a list of them asks a register that charges', () => {
    const withRegister = async (env: Record<string, string> = {}) => {
      const known = { ...GOLF, wofExpiry: '2027-01-31' }
      const register = countingRegister({ TOI101: known, TOI102: known })
      const { find } = register
      register.find = async (asked) => {
        await sleep(20)
        return find(asked)
      }
      restart({ env, deps: { register } })
      await signInAgain()
      return register
    }
    const warrants = async () => (await list()).map(({ wofExpiry }) => wofExpiry)
    const forget = () => db.deleteFrom('register_answer').execute()

    test('once about each car, however many come at once', async () => {
      const register = await withRegister()
      const lists = await Promise.all(Array.from({ length: 20 }, warrants))
      expect(lists).toEqual(Array(20).fill(['2027-01-31', '2027-01-31']))
      expect(register.asked.toSorted()).toEqual(['TOI101', 'TOI102'])
    })

    test('once a minute about each car while it is out', async () => {
      const register = await withRegister()
      register.isOut = true
      for (let times = 0; times < 3; times++) expect(await warrants()).toEqual([null, null])
      expect(register.asked).toHaveLength(2)
      register.isOut = false
      app.clock.advance(MINUTE_MS)
      expect(await warrants()).toEqual(['2027-01-31', '2027-01-31'])
      expect(register.asked).toHaveLength(4)
    })

    test('so many times a day for one customer, and shows what is stored beyond that', async () => {
      const register = await withRegister({ LIMIT_LISTED_CARS_PER_DAY: '3' })
      await warrants()
      await forget()
      expect((await warrants()).toSorted()).toEqual(['2027-01-31', null])
      for (let times = 0; times < 3; times++) await warrants()
      expect(register.asked).toHaveLength(3)
      await forget()
      expect(await warrants()).toEqual([null, null])
      expect(register.asked).toHaveLength(3)
      app.clock.advance(DAY_MS)
      await signInAgain()
      expect(await warrants()).toEqual(['2027-01-31', '2027-01-31'])
    })
  })

  describe('decision 69: an owner is emailed about a recall', () => {
    const mails = async () =>
      valueOf(
        await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
      ).messages.filter(({ subject }) => subject.includes('recall'))

    test('once, by an email that says why it is sent', async () => {
      await notifyOwners(app.deps)
      await Promise.all([notifyOwners(app.deps), notifyOwners(app.deps)])
      const sent = await mails()
      expect(sent.map(({ subject }) => subject)).toEqual([
        'Urgent: safety recall for your 2021 Tarvane Cove, TOI101',
      ])
      expect(sent[0]?.text).toContain('Front passenger airbag inflator (compulsory)')
      expect(sent[0]?.text).toContain('We send safety emails like this to every owner')
    })

    test('when an import brings one, or a car becomes theirs; not of a car that was theirs', async () => {
      await remove('TOI101')
      await notifyOwners(app.deps)
      expect(await mails()).toEqual([])

      const line = [
        'recallNumber,title,description,remedy,severity,published,source,vin,registration,model,year,status',
        'TVN-2026-009,Tow bar bolt,It may loosen.,We replace it.,SAFETY,2026-11-20,Maker,7AVTN3H24N0001023,,Tarn,2022,OUTSTANDING',
      ].join('\n')
      await importRecalls(db, line, app.deps.now())
      await notifyOwners(app.deps)
      app.clock.advance(1000)
      valueOf(await add('TOI101'))
      await notifyOwners(app.deps)
      expect((await mails()).map(({ subject }) => subject)).toEqual([
        'Urgent: safety recall for your 2021 Tarvane Cove, TOI101',
        'Safety recall for your 2022 Tarvane Tarn, TOI102',
      ])
    })
  })
})
