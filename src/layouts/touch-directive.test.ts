// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SESSION_KEY } from '#lib/constants.ts'

const island = document.createElement('div')
/** As Astro does it: awake, an island is no longer marked as built; a part that does not come is no error here. */
const hydrate = vi.fn(async () => island.removeAttribute('ssr'))
const load = vi.fn<() => Promise<() => Promise<void>>>()
const settled = () => new Promise((done) => setTimeout(done))
const SIGNED_IN = JSON.stringify({ token: { access_token: 'a' }, user: null })
const SIGNED_OUT = JSON.stringify({ token: null, user: null })

/** A page as it opens. */
const open = async () => (await import('./touch-directive.ts')).default
const mount = async (touch: Awaited<ReturnType<typeof open>>) => {
  touch(load, { name: 'Form', value: '' }, island)
  await settled()
}
const asleep = async () => {
  await mount(await open())
  expect(load).not.toHaveBeenCalled()
}

beforeEach(() => {
  vi.resetModules()
  hydrate.mockClear()
  load.mockReset().mockImplementation(async () => hydrate)
  island.setAttribute('ssr', '')
})
afterEach(async () => {
  // What still listens wakes, and is no part of the next test.
  dispatchEvent(new Event('pointermove'))
  await settled()
  localStorage.clear()
  history.replaceState(null, '', location.pathname)
  delete document.documentElement.dataset.chat
})

test.each([
  'pointermove',
  'pointerdown',
  'keydown',
  'focusin',
  'click',
  'input',
  'change',
  'astro:hydrate',
])('an island wakes once, at the first %s', async (sign) => {
  await asleep()
  dispatchEvent(new Event(sign))
  expect(load).toHaveBeenCalledTimes(1)
  dispatchEvent(new Event(sign))
  await settled()
  dispatchEvent(new Event('pointermove'))
  await settled()
  expect(load).toHaveBeenCalledTimes(1)
  expect(hydrate).toHaveBeenCalledTimes(1)
})

test('a press before islands listen for one wakes them', async () => {
  const touch = await open()
  dispatchEvent(new Event('click'))
  await mount(touch)
  expect(hydrate).toHaveBeenCalledTimes(1)
})

const WORK: [string, () => void][] = [
  ['where somebody is signed in', () => localStorage.setItem(SESSION_KEY, SIGNED_IN)],
  ['whose address starts over', () => history.replaceState(null, '', '?a=b&startOver=1')],
  ['with a vendor’s chat', () => void (document.documentElement.dataset.chat = '')],
]
test.each(WORK)('a page %s wakes by itself', async (_, arrange) => {
  arrange()
  await mount(await open())
  expect(hydrate).toHaveBeenCalledTimes(1)
})

test.each(['storage', 'pageshow'])(
  'a sign-in on another page wakes this one, told by %s',
  async (event) => {
    localStorage.setItem(SESSION_KEY, SIGNED_OUT)
    await asleep()
    dispatchEvent(new Event(event))
    await settled()
    expect(load).not.toHaveBeenCalled()
    localStorage.setItem(SESSION_KEY, SIGNED_IN)
    dispatchEvent(new Event(event))
    await settled()
    expect(hydrate).toHaveBeenCalledTimes(1)
  },
)

test('a page without storage sleeps', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('Blocked')
  })
  await asleep()
})

test.each([
  ['is refused', () => Promise.reject(new Error('Offline'))],
  ['comes as nothing, as Astro tells it', async () => async () => {}],
])('an island whose part %s tries again at the next sign', async (_, failing) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await asleep()
  load.mockImplementationOnce(failing)
  dispatchEvent(new Event('click'))
  await settled()
  expect(hydrate).not.toHaveBeenCalled()
  dispatchEvent(new Event('click'))
  await settled()
  expect(hydrate).toHaveBeenCalledTimes(1)
})
