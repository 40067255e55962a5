// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { contract } from '#lib/contract.ts'
import { Toasts } from '#islands/toasts/Toasts.tsx'
import {
  $serviceDraft,
  $serviceOutlet,
  changeDraft,
  clearDraft,
} from '#stores/service/service-draft.ts'
import { setAccessToken } from '#stores/session/session.ts'
import {
  faultySite,
  isOneCall,
  press,
  underFaults,
  type Answers,
} from '#tests/setup/faulty-site.ts'
import { settle } from '#tests/setup/screen.ts'
import { Service } from './Service.tsx'
import { DAY_MS } from '#lib/shared/durations.ts'

// Specification §8: in a service booking each fault shows, the choices stay, and nothing is done twice.

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
vi.stubGlobal('scrollTo', () => {})

const call = (name: string) => contract[name]!
const [dealer] = catalogue.dealers.filter(
  ({ outletCode }) => outletCode === catalogue.service.workshops[0]!.outletCode,
)
const [service] = catalogue.service.types
/** A day on which the picker opens the month that the times are in. */
const NOW = Date.parse('2026-11-10T01:00:00.000Z')
/** An hour after noon in New Zealand, so that the day is the same there. */
const at = (days: number) => new Date(Math.ceil(NOW / DAY_MS + days) * DAY_MS).toISOString()
const startsAt = at(3)
const day = startsAt.slice(0, 10)
const hold = {
  holdId: 'hold-1',
  outletCode: dealer!.outletCode,
  serviceCode: service!.code,
  startsAt,
  endsAt: startsAt,
  heldUntil: at(1),
}
const booking = {
  bookingId: 'B1',
  status: 'BOOKED',
  confirmBy: null as string | null,
  registration: 'ABC123',
  isElectric: null,
  service,
  outlet: dealer,
  startsAt: at(6),
  endsAt: at(6),
  contact: { firstName: 'Mia', lastName: 'Harris', email: 'mia@x.example', mobilePhone: '' },
  note: '',
  recalls: [],
  changeUntil: at(5),
  canChange: true,
  created: at(0),
  version: 1,
}
vi.mock('#stores/sign-in/puzzle.ts', () => ({
  solvePuzzle: async () => ({ ok: true, value: 'solved' }),
}))

const ANSWERS: Answers = {
  getConfig: () => ({ flags: {}, providers: {} }),
  listServiceSlots: () => ({
    days: [{ day, state: 'OPEN', holiday: null, starts: [startsAt] }],
    firstDay: day,
    lastDay: day,
  }),
  holdServiceSlot: () => hold,
  bookService: () => ({ booking, bookingKey: 'k' }),
  confirmServiceBooking: () => ({ booking, bookingKey: 'k' }),
  getServiceBooking: () => booking,
  changeServiceBooking: () => booking,
  cancelServiceBooking: () => ({ ...booking, status: 'CANCELLED', canChange: false }),
}

let site: ReturnType<typeof faultySite>
let root: Root

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  setAccessToken(null)
  clearDraft()
  $serviceOutlet.set(dealer!.outletCode)
  site = faultySite(Object.values(contract), { ...ANSWERS })
  vi.stubGlobal('fetch', site.fetch)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

async function open(hash: string) {
  history.replaceState(null, '', `/service/${hash}`)
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
  await act(async () =>
    root.render(
      <>
        <Toasts position="top-centre" />
        <Service
          page={catalogue.pages.service}
          types={catalogue.service.types}
          outlets={[{ ...dealer!, hours: catalogue.service.workshops[0]!.hours }]}
          picture={{ src: '/art/x.svg', width: 2, height: 1 }}
        />
      </>,
    ),
  )
  await settle()
}
const radios = () => [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')]
async function chooseTime() {
  for (const value of [day, startsAt])
    await act(async () =>
      radios()
        .find((radio) => radio.value === value)!
        .click(),
    )
}
const isChosen = () =>
  expect(radios().filter(({ checked }) => checked)).toMatchObject([
    { value: day },
    { value: startsAt },
  ])
const words = () => document.body.textContent

test('times load, and the chosen one is held', async () => {
  changeDraft({ registration: 'ABC123', serviceCode: service!.code })
  site.fail(call('listServiceSlots'), '503')
  await open('#/time')
  expect(words()).toContain('We couldn’t load the times')
  site.mend()
  await press('Try again')
  await chooseTime()

  const goOn = () => press('Continue')
  await underFaults({ site, call: call('holdServiceSlot'), act: goOn, stillThere: isChosen })
  await goOn()
  expect(words()).toContain('First name')
  expect(isOneCall(site, call('holdServiceSlot'))).toBe(true)
})

test('a service is booked once', async () => {
  const { contact } = booking
  changeDraft({
    registration: 'ABC123',
    serviceCode: service!.code,
    hold,
    contact,
    note: 'squeaks',
  })
  changeDraft({ contact: { ...contact, mobilePhone: '021 555 0142' } })
  await open('#/check')
  const book = () => press('Book service')
  await underFaults({
    site,
    call: call('bookService'),
    act: book,
    stillThere: () => expect($serviceDraft.get()).toMatchObject({ hold, note: 'squeaks' }),
  })
  await book()
  expect(words()).toContain('Your service is booked')
  expect(isOneCall(site, call('bookService'))).toBe(true)
})

test('a booking without an account is confirmed by a press after opening the link in its email', async () => {
  await open('#/booking/B1/confirm?key=c')
  expect(site.sent).toEqual([])
  const confirm = () => press('Confirm booking')
  await underFaults({ site, call: call('confirmServiceBooking'), act: confirm })
  await confirm()
  expect(words()).toContain('Your service is booked')
  expect(location.hash).toBe('#/booking/B1?key=k')
})

test('a booking to be confirmed by email shows its deadline', async () => {
  const waiting = { ...booking, canChange: false, confirmBy: '2026-11-23T02:00:00.000Z' }
  site.answers.getServiceBooking = () => waiting
  await open('#/booking/B1?key=k')
  expect(words()).toContain('Check your email')
  expect(words()).toContain('We’ve sent a link to mia@x.example. Open it by 3:00')
  expect(words()).not.toContain('Add to calendar')
})

test('a repeated change of a booking uses the same hold', async () => {
  site.fail(call('getServiceBooking'), '503')
  await open('#/booking/B1/change?key=k')
  expect(words()).toContain('We couldn’t open this booking')
  site.mend()
  await press('Try again')
  await chooseTime()

  const move = () => press('Change booking')
  await underFaults({ site, call: call('holdServiceSlot'), act: move, stillThere: isChosen })
  await underFaults({ site, call: call('changeServiceBooking'), act: move, stillThere: isChosen })
  const holds = site.sent.filter(({ name }) => name === 'holdServiceSlot').length
  await move()
  expect(words()).toContain('Your booking has been changed')
  expect(site.sent.filter(({ name }) => name === 'holdServiceSlot')).toHaveLength(holds)
})

test('a booking is cancelled', async () => {
  await open('#/booking/B1?key=k')
  await press('Cancel booking')
  const cancel = () => press('Yes, cancel it')
  await underFaults({
    site,
    call: call('cancelServiceBooking'),
    act: cancel,
    stillThere: () => expect(words()).toContain('Cancel this booking?'),
  })
  await cancel()
  expect(words()).toContain('This booking is cancelled')
})
