// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#lib/shared/durations.ts'
import { fakeCall, ok } from '#tests/builders/fake-call.ts'
import { aCustomer, aJourney, aQuote } from '#tests/builders/purchase-journey.ts'
import { aToken } from '#tests/builders/session.ts'

// A browser that several people use: a visitor leaves a purchase, and another person signs in.

const NOW_MS = Date.parse('2026-11-24T00:00:00Z')
const anonymous = aQuote({ quoteId: 'anon-1', customerId: null, anonymousQuote: true })
const vehicle = {
  registration: 'TOI102',
  make: 'Coastline',
  model: 'Drifter',
  year: 2018,
  odometerKm: 84_000,
  owingCents: 420_000,
}

/** Opens a page that is loaded now. */
async function openPage() {
  vi.resetModules()
  const { formDrafts } = await import('#stores/site/form-drafts.ts')
  const { $session, setAccessToken, setCurrentUser } = await import('#stores/session/session.ts')
  const journeys = await import('./new-journey.ts')
  const { showJourney } = await import('./journey-updates.ts')
  const { updateJourney } = await import('./journey.ts')
  const { $purchaseSlice } = await import('./purchase-store.ts')
  const { call, names } = fakeCall({
    getQuote: () => ok(anonymous),
    copyQuote: () => ok(aQuote()),
    createPurchaseJourney: () => ok(aJourney()),
    getPurchaseJourney: () => ok(aJourney()),
  })
  const signIn = () => {
    setAccessToken(aToken())
    setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
  }
  return {
    ...journeys,
    formDrafts,
    $session,
    $purchaseSlice,
    showJourney,
    updateJourney,
    signIn,
    call,
    names,
  }
}
type Page = Awaited<ReturnType<typeof openPage>>
const stored = () => localStorage.getItem('purchase:1') ?? ''
const after = (ms: number) => vi.setSystemTime(NOW_MS + ms)

async function visit() {
  const page = await openPage()
  await page.startNewJourney('TN27H-B', 'anon-1', page.call)
  await page.updateJourney({ tradeInformation: { vehicles: [vehicle] } })
  page.keepOwnerDraft({ firstName: 'Hinewai' })
  page.formDrafts.keep('trade-in new-quote new', { registration: 'HNW123' })
  return page
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] })
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a visitor’s purchase is continued within a day by the person who signs in', async () => {
  await visit()
  after(DAY_MS - 1)
  const page = await openPage()
  page.signIn()
  await page.startNewJourney('', '', page.call)
  expect(page.names()).toContain('createPurchaseJourney')
  expect(page.$purchaseSlice.get().ownerDrafts).toEqual({
    [aJourney().id]: { firstName: 'Hinewai' },
  })
})

test('a day after its last change it is gone, though another person has signed in and changed theirs', async () => {
  await visit()
  after(DAY_MS / 2)
  const other = await openPage()
  other.signIn()
  other.showJourney(aJourney())
  other.keepOwnerDraft({ firstName: 'Mia' })
  expect(stored()).toContain('Hinewai')
  after(DAY_MS)
  const page = await openPage()
  expect(page.$session.get().token).not.toBeNull()
  expect(stored()).not.toMatch(/Hinewai|TOI102|TN27H/)
  expect(stored()).toContain('Mia')
  expect(sessionStorage).toHaveLength(0)
  expect(await page.startNewJourney('', '', page.call)).toBeNull()
  expect(page.names()).toEqual([])
})

test('a change of it or of its owner details keeps it for another day, and opening it does not', async () => {
  await visit()
  const open = async () => {
    const page = await openPage()
    await page.startNewJourney('', '', page.call)
    return page
  }
  after(DAY_MS / 2)
  ;(await open()).keepOwnerDraft({ firstName: 'Hinewai', lastName: 'Moana' })
  after(DAY_MS)
  await (await open()).updateJourney({ outletCode: 'AKL' })
  after(1.75 * DAY_MS)
  await open()
  expect(stored()).toContain('Moana')
  after(2 * DAY_MS)
  await openPage()
  expect(stored()).not.toContain('Moana')
})

test('a purchase of another car has nothing that was typed into the forms of the last one', async () => {
  const { startNewJourney, formDrafts, call } = await visit()
  formDrafts.keep('trade-in journey-1 new', { registration: 'MIA123' })
  await startNewJourney('CV27E-A', 'anon-2', call)
  expect(formDrafts.before('trade-in new-quote new')).toBeUndefined()
  expect(formDrafts.before('trade-in journey-1 new')).toEqual({ registration: 'MIA123' })
})

test('one that an older page stored goes with the time of all that is stored', async () => {
  await visit()
  const { newPurchase, ...slice } = JSON.parse(stored()) as { newPurchase: object }
  const older = { ...newPurchase, savedAtMs: undefined }
  localStorage.setItem('purchase:1', JSON.stringify({ ...slice, newPurchase: older }))
  after(DAY_MS - 1)
  expect((await openPage()).$purchaseSlice.get().newPurchase).not.toBeNull()
  after(DAY_MS)
  expect((await openPage()).$purchaseSlice.get().newPurchase).toBeNull()
})

/** Opens a page a day later in another tab, which tells this one that the stored purchase is gone. */
async function dropInAnotherTab() {
  after(DAY_MS)
  await openPage()
  expect(stored()).toBe('')
  const storageArea = localStorage
  dispatchEvent(new StorageEvent('storage', { key: 'purchase:1', newValue: null, storageArea }))
}

test.each([
  ['its details', (page: Page) => page.keepOwnerDraft({ firstName: 'Tia' })],
  ['it', (page: Page) => page.updateJourney({})],
])('one left open for over a day is kept again once its visitor changes %s', async (_, change) => {
  const page = await visit()
  await dropInAnotherTab()
  expect(page.$purchaseSlice.get().newPurchase).toBeNull()
  await change(page)
  const { vehicles, savedAtMs } = page.$purchaseSlice.get().newPurchase!
  expect(vehicles).toMatchObject([{ registration: 'TOI102' }])
  expect(savedAtMs).toBe(NOW_MS + DAY_MS)
  expect(stored()).not.toContain('Hinewai')
  // A reload goes on with it.
  const again = await openPage()
  const journey = await again.startNewJourney('TN27H-B', 'anon-1', again.call)
  expect(journey?.tradeInformation.vehicles).toHaveLength(1)
  page.signIn()
  expect(await page.takeOverNewJourney(page.call)).toMatchObject({ id: aJourney().id })
  expect(page.names()).toContain('createPurchaseJourney')
})

test('one left open and not changed since is not saved for the person who signs in', async () => {
  const page = await visit()
  await dropInAnotherTab()
  page.signIn()
  expect(await page.takeOverNewJourney(page.call)).toBeNull()
  expect(page.names()).not.toContain('createPurchaseJourney')
})

test('details without their purchase are gone with the next page', async () => {
  await visit()
  const slice = JSON.parse(stored()) as { ownerDrafts: object }
  const ownerDrafts = { ...slice.ownerDrafts, 'journey-1': { firstName: 'Mia' } }
  localStorage.setItem('purchase:1', JSON.stringify({ ...slice, ownerDrafts, newPurchase: null }))
  await openPage()
  expect(stored()).not.toContain('Hinewai')
  expect(stored()).toContain('Mia')
})

test('details typed in one tab don’t replace the purchase of another, which is saved with its own trade-in', async () => {
  const tell = () =>
    dispatchEvent(
      new StorageEvent('storage', {
        key: 'purchase:1',
        newValue: stored(),
        storageArea: localStorage,
      }),
    )
  const one = await visit()
  tell()
  const other = await openPage()
  await other.startNewJourney('OTHER-B', 'anon-1', other.call)
  const plate = (registration: string) => ({
    tradeInformation: { vehicles: [{ ...vehicle, registration }] },
  })
  await other.updateJourney(plate('CARB22'))
  tell()
  one.keepOwnerDraft({ firstName: 'Hinewai' })
  expect(stored()).toContain('CARB22')
  expect(stored()).not.toContain('TOI102')
})
