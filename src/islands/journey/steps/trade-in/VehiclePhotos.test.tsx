// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PurchaseJourney, TradeVehicle } from '#lib/purchases/shapes.ts'
import { $journey, showJourney } from '#stores/journey/journey-updates.ts'
import { setAccessToken } from '#stores/session/session.ts'
import { $uploads, dropUpload } from '#stores/journey/uploads.ts'
import * as toasts from '#stores/site/toasts.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { aToken } from '#tests/builders/session.ts'
import { aJourney, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import { JourneyPageContext } from '../../journey-page.ts'
import { VehiclePhotos } from './VehiclePhotos.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let container: HTMLElement
let root: Root
/** The journey on the server, and how the server receives a photo. */
let kept: PurchaseJourney
let isAway: boolean
let isLost: boolean
/** The server answers once this resolves. */
let ready: Promise<void>
/** The purchase itself cannot be loaded again. */
let isUnreadable: boolean
let sent: { call: string; body: unknown }[]
/** The pictures after the browser resized them. */
let drawn: { width: number; height: number }[]

const withPhotos = (photos: string[], facts: Partial<TradeVehicle> = {}) =>
  aJourney({
    version: photos.length + 1,
    tradeInformation: { vehicles: [aTradeVehicle({ photos, ...facts })] },
  })
const photosKept = () => kept.tradeInformation.vehicles[0]!.photos

async function answer(url: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  await ready
  if (isAway) throw new TypeError('Failed to fetch')
  sent.push({ call: `${method} ${url}`, body })
  if (method === 'POST') kept = withPhotos([...photosKept(), `photo-${photosKept().length + 1}`])
  if (method === 'DELETE') {
    kept = withPhotos(photosKept().filter((photo) => !url.endsWith(photo)))
    return new Response(null, { status: 204 })
  }
  if (isUnreadable && method === 'GET' && !url.includes('/files/'))
    return new Response('', { status: 503 })
  if (isLost && url.includes('/files/')) return new Response('', { status: 503 })
  if (url.includes('/files/')) return new Response(new Blob(['x'], { type: 'image/jpeg' }))
  return new Response(JSON.stringify(kept))
}

beforeEach(() => {
  sent = []
  drawn = []
  isAway = false
  isLost = false
  isUnreadable = false
  ready = Promise.resolve()
  localStorage.clear()
  setAccessToken(aToken())
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    if (!file.type.startsWith('image/')) throw new DOMException('no picture')
    return { width: 4000, height: 3000, close() {} }
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect() {},
    drawImage() {},
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
    type,
  ) {
    drawn.push({ width: this.width, height: this.height })
    done(new Blob(['small'], { type }))
  })
  container = document.createElement('div')
  document.body.replaceChildren(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
  for (const { key } of $uploads.get()) dropUpload(key)
  showJourney(null)
})

function Shown() {
  const journey = useIslandStore($journey, null)
  if (!journey) return null
  const page = {
    journey,
    route: { step: 'trade-in' as const, subStep: '' as const },
    query: new URLSearchParams(),
    href: String,
    payOptionNames: {},
    scenes: {},
    goOn: async () => true,
  }
  return (
    <JourneyPageContext value={page}>
      <VehiclePhotos vehicle={journey.tradeInformation.vehicles[0]!} />
    </JourneyPageContext>
  )
}
async function open(journey: PurchaseJourney) {
  kept = journey
  showJourney(journey)
  root = createRoot(container)
  await act(async () => root.render(<Shown />))
}
const text = () => container.textContent ?? ''
const button = (name: string) =>
  [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name)
const press = (name: string) => act(async () => button(name)!.click())
const alts = () => [...container.querySelectorAll('img')].map(({ alt }) => alt)
async function choose(...files: File[]) {
  const input = container.querySelector('input')!
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
}
const asksBeforeLeaving = () => {
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  return leaving.defaultPrevented
}
const aPhoto = (name = 'front.jpg', type = 'image/jpeg') => new File(['large'], name, { type })

test('photos are resized, sent one after the other, and shown with their car', async () => {
  await open(withPhotos([]))
  await choose(aPhoto(), aPhoto('back.png', 'image/png'))
  await until(() => expect(alts()).toEqual(['Photo 1 of TOI101', 'Photo 2 of TOI101']))
  expect(text()).toContain('2 photos sent.')
  expect(drawn).toEqual(Array(2).fill({ width: 2000, height: 1500 }))
  const posts = sent.filter(({ call }) => call.startsWith('POST'))
  expect(posts.map(({ body }) => (body as Blob).type)).toEqual(['image/jpeg', 'image/jpeg'])
  // Photos sent from this page are not fetched again.
  expect(sent.filter(({ call }) => call.includes('/files/'))).toEqual([])
})

test('a photo that did not arrive is kept, and sent again once there is a connection', async () => {
  await open(withPhotos([]))
  isAway = true
  await choose(aPhoto())
  await until(() => expect(text()).toContain('1 photo not sent.'))
  expect(text()).toContain('We couldn’t reach the server.')
  expect(asksBeforeLeaving()).toBe(true)
  await press('Try again to send front.jpg')
  await until(() => expect(text()).toContain('1 photo not sent.'))
  isAway = false
  await act(async () => window.dispatchEvent(new Event('online')))
  await until(() => expect(text()).toContain('1 photo sent.'))
  expect(photosKept()).toHaveLength(1)
  expect(asksBeforeLeaving()).toBe(false)
})

test('a file that is no picture has a message, and can be left out', async () => {
  await open(withPhotos([]))
  await choose(new File(['%PDF-'], 'rego.pdf', { type: 'application/pdf' }))
  await until(() => expect(text()).toContain('We couldn’t open this photo.'))
  expect(button('Try again to send rego.pdf')).toBeUndefined()
  await press('Don’t send it: rego.pdf')
  expect(text()).toContain('rego.pdf won’t be sent.')
  await until(() => expect(document.activeElement?.textContent).toBe('rego.pdf won’t be sent.'))
  expect(sent).toEqual([])
})

test('no more photos are accepted than a car can have', async () => {
  await open(withPhotos(Array.from({ length: 11 }, (_, index) => `photo-${index + 1}`)))
  await choose(aPhoto('a.jpg'), aPhoto('b.jpg'), aPhoto('c.jpg'))
  expect(text()).toContain('the first 1 of the 3 you chose')
  await until(() => expect(photosKept()).toHaveLength(12))
  await until(() => expect(button('Add photos of TOI101')).toBeUndefined())
  await until(() => expect(document.activeElement).toBe(container.querySelector('section')))
})

test('a photo is removed after confirmation, and the focus stays nearby', async () => {
  await open(withPhotos(['photo-1', 'photo-2']))
  await until(() => expect(alts()).toHaveLength(2))
  await press('Remove photo 2 of TOI101')
  expect(document.activeElement?.textContent).toBe('No, keep photo 2 of TOI101')
  await press('No, keep photo 2 of TOI101')
  await press('Remove photo 2 of TOI101')
  await press('Yes, remove photo 2 of TOI101')
  await until(() => expect(alts()).toEqual(['Photo 1 of TOI101']))
  await until(() => expect(document.activeElement?.textContent).toBe('Add photos of TOI101'))
})

test('a removed photo is gone, also when the purchase cannot be loaded afterwards', async () => {
  await open(withPhotos(['photo-1', 'photo-2']))
  await until(() => expect(alts()).toHaveLength(2))
  isUnreadable = true
  await press('Remove photo 2 of TOI101')
  await press('Yes, remove photo 2 of TOI101')
  await until(() => expect(alts()).toEqual(['Photo 1 of TOI101']))
})

test('a photo goes to the purchase it was chosen for, and a failure on another page shows a toast', async () => {
  const said = vi.spyOn(toasts, 'addToast').mockImplementation(() => {})
  await open(withPhotos([]))
  const other = { ...withPhotos([]), id: 'journey-2', purchaseJourneyId: 'journey-2' }
  isAway = true
  let answer = () => {}
  ready = new Promise((done) => (answer = done))
  await choose(aPhoto())
  await act(async () => showJourney(null))
  answer()
  await until(() =>
    expect(said.mock.calls.map(([{ text }]) => text)).toEqual([
      expect.stringContaining('front.jpg was not sent.'),
    ]),
  )

  isAway = false
  await act(async () => showJourney(other))
  await press('Try again to send front.jpg')

  await until(() => expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(true))
  expect(sent.find(({ call }) => call.startsWith('POST'))?.call).toContain('/journey-1/')
  expect($journey.get()?.id).toBe('journey-2')
})

test('a car without an id from the server takes no photos yet', async () => {
  await open(withPhotos([], { id: 'new-0' }))
  expect(text()).toBe('You can add photos once your purchase is saved.')
})

test('once an offer is made, the photos can be viewed but not removed', async () => {
  await open(withPhotos(['photo-1'], { status: 'APPRAISAL_DONE', offerCents: 1 }))
  await until(() => expect(alts()).toEqual(['Photo 1 of TOI101']))
  expect(container.querySelectorAll('button')).toHaveLength(0)
})

test('a picture that could not be loaded can be loaded again', async () => {
  isLost = true
  await open(withPhotos(['photo-lost']))
  await until(() => expect(text()).toContain('The system is currently unavailable'))
  isLost = false
  await press('Try again')
  await until(() => expect(alts()).toEqual(['Photo 1 of TOI101']))
})
