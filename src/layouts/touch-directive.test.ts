// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import touch from './touch-directive.ts'

const island = document.createElement('div')
/** As Astro does it: awake, an island is no longer marked as built; a part that does not come is no error here. */
const hydrate = vi.fn(async () => island.removeAttribute('ssr'))
const load = vi.fn<() => Promise<() => Promise<void>>>()
const settled = () => new Promise((done) => setTimeout(done))

const asleep = () => {
  hydrate.mockClear()
  load.mockReset().mockImplementation(async () => hydrate)
  island.setAttribute('ssr', '')
  void touch(load, { name: 'Form', value: '' }, island)
}
afterEach(async () => {
  // What still listens wakes, and is no part of the next test.
  load.mockImplementation(async () => hydrate)
  dispatchEvent(new Event('pointermove'))
  await settled()
})

test.each(['pointermove', 'pointerdown', 'keydown', 'focusin', 'click', 'input', 'change'])(
  'an island wakes once, at the first %s',
  async (sign) => {
    asleep()
    expect(load).not.toHaveBeenCalled()
    dispatchEvent(new Event(sign))
    expect(load).toHaveBeenCalledTimes(1)
    dispatchEvent(new Event(sign))
    await settled()
    dispatchEvent(new Event('pointermove'))
    await settled()
    expect(load).toHaveBeenCalledTimes(1)
    expect(hydrate).toHaveBeenCalledTimes(1)
  },
)

test.each([
  ['is refused', () => Promise.reject(new Error('Offline'))],
  ['comes as nothing, as Astro tells it', async () => async () => {}],
])('an island whose part %s tries again at the next sign', async (_, failing) => {
  asleep()
  load.mockImplementationOnce(failing)
  dispatchEvent(new Event('click'))
  await settled()
  expect(hydrate).not.toHaveBeenCalled()
  dispatchEvent(new Event('click'))
  await settled()
  expect(hydrate).toHaveBeenCalledTimes(1)
})
