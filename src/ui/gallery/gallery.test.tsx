// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Photograph, Spin } from '#lib/pictures/photographs.ts'
import { Gallery } from './Gallery.tsx'
import { startGallery } from './gallery.ts'

const photograph = (path: string): Photograph => ({
  path: `kea/${path}`,
  hash: 'a1',
  width: 1600,
  height: 1000,
})
const SPIN: Spin = {
  ...photograph('spin/RDB'),
  width: 960,
  frames: 24,
  colourCode: 'RDB',
  alt: 'The Kea in Red, from all sides',
}
const WIDTH = 400

let still = true
/** Frames whose decoding fails, by the end of their path. */
let broken: string[] = []
let gallery: HTMLElement
let strip: HTMLElement

beforeEach(() => {
  still = true
  broken = []
  vi.stubGlobal('matchMedia', () => ({ matches: still }))
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH)
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(function (
    this: HTMLImageElement,
  ) {
    return broken.some((name) => this.src.includes(name))
      ? Promise.reject(new Error('no picture'))
      : Promise.resolve()
  })
  document.body.innerHTML = renderToString(
    <Gallery
      label="Pictures of the Kea"
      sizes="100vw"
      slides={[
        {
          key: 'side',
          pictures: [{ photograph: photograph('side'), alt: 'From the side', isFirst: true }],
        },
        {
          key: 'boot',
          pictures: [{ photograph: photograph('boot'), alt: 'An open boot' }],
          caption: '410 litres',
        },
      ]}
      turns={[{ spin: SPIN }]}
    />,
  )
  gallery = document.querySelector<HTMLElement>('.gallery')!
  strip = document.querySelector<HTMLElement>('.gallery__strip')!
  strip.scrollTo = vi.fn(({ left }: ScrollToOptions) => {
    strip.scrollLeft = left!
    strip.dispatchEvent(new Event('scroll'))
  }) as typeof strip.scrollTo
})

afterEach(() => document.body.replaceChildren())

const count = () => document.querySelector('.gallery__count')?.textContent
const press = (target: Element, key: string) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  target.dispatchEvent(event)
  return event
}

test('a picture is loaded once the one before it is in sight', () => {
  startGallery(gallery)
  const loading = () => [...strip.querySelectorAll('img')].map((image) => image.loading)
  expect(loading()).toEqual(['eager', 'lazy', 'lazy'])
  strip.scrollTo({ left: WIDTH })
  expect(loading()).toEqual(['eager', 'lazy', 'eager'])
})

test('buttons and keys move through the pictures, round the end, and the count says where', () => {
  startGallery(gallery)
  const [before, next] = [...document.querySelectorAll('button')]

  expect(count()).toBe('1 of 3')
  next!.click()
  expect(count()).toBe('2 of 3')
  before!.click()
  before!.click()
  expect(count()).toBe('3 of 3')
  expect(press(strip, 'Home').defaultPrevented).toBe(true)
  expect(count()).toBe('1 of 3')
  press(strip, 'ArrowRight')
  expect(count()).toBe('2 of 3')
  expect(press(strip, 'Tab').defaultPrevented).toBe(false)
})

test('it slides, unless motion is unwanted', () => {
  startGallery(gallery)
  const next = document.querySelectorAll('button')[1]!

  next.click()
  expect(strip.scrollTo).toHaveBeenLastCalledWith({ left: WIDTH, behavior: 'instant' })
  still = false
  next.click()
  expect(strip.scrollTo).toHaveBeenLastCalledWith({ left: 2 * WIDTH, behavior: 'smooth' })
})

test('a single picture has nothing to move it', () => {
  for (const slide of [...strip.children].slice(1)) slide.remove()
  startGallery(gallery)

  expect(document.querySelector<HTMLElement>('.gallery__controls')?.hidden).toBe(true)
  expect(strip.hasAttribute('tabindex')).toBe(false)
})

const slider = () => document.querySelector<HTMLElement>('[role=slider]')!
const frames = () => [...document.querySelectorAll('.gallery__frames > picture')]
const shown = () =>
  document.querySelector<HTMLImageElement>('.gallery__frames > .is-shown img')?.src

test('the other sides are loaded when somebody begins to turn, and keys turn it', async () => {
  startGallery(gallery)

  press(slider(), 'Tab')
  expect(frames()).toEqual([])
  press(slider(), 'ArrowRight')
  await vi.waitFor(() => expect(frames()).toHaveLength(24))
  await vi.waitFor(() => expect(shown()).toContain('/pictures/kea/spin/RDB/02-'))
  expect(slider().getAttribute('aria-valuenow')).toBe('15')
  expect(slider().getAttribute('aria-valuetext')).toBe('Turned by 15 degrees')
  press(slider(), 'ArrowLeft')
  press(slider(), 'ArrowLeft')
  expect(shown()).toContain('/24-')
  press(slider(), 'PageUp')
  expect(slider().getAttribute('aria-valuenow')).toBe('30')
  press(slider(), 'End')
  expect(shown()).toContain('/24-')
  // The keys of the car are not those of the pictures.
  expect(count()).toBe('1 of 3')
  expect(document.querySelector('.gallery__state')?.textContent).toBe('')
})

test('dragging across turns it once round', async () => {
  startGallery(gallery)
  const drag = (type: string, clientX: number) =>
    slider().dispatchEvent(new PointerEvent(type, { clientX, bubbles: true, cancelable: true }))

  drag('pointerdown', 100)
  await vi.waitFor(() => expect(frames()).toHaveLength(24))
  drag('pointermove', 100 + WIDTH / 4)
  expect(slider().getAttribute('aria-valuenow')).toBe('90')
  drag('pointermove', 100 - WIDTH / 4)
  expect(slider().getAttribute('aria-valuenow')).toBe('270')
  drag('pointerup', 100)
  drag('pointermove', 300)
  expect(slider().getAttribute('aria-valuenow')).toBe('270')
})

test('sides that could not be loaded are said, and loaded again', async () => {
  broken = ['/02-', '/07-']
  startGallery(gallery)
  const state = () => document.querySelector('.gallery__state')

  press(slider(), 'ArrowRight')
  await vi.waitFor(() =>
    expect(state()?.textContent).toBe('Some sides couldn’t be loaded. Try again'),
  )
  expect(frames()).toHaveLength(22)
  expect(shown()).toBeDefined()
  broken = []
  state()?.querySelector('button')?.click()
  await vi.waitFor(() => expect(frames()).toHaveLength(24))
  await vi.waitFor(() => expect(state()?.textContent).toBe(''))
  expect(shown()).toContain('/02-')
})

test('in another colour the car is turned as far', async () => {
  const started = startGallery(gallery)
  const handle = () => document.querySelector<HTMLElement>('[data-spin]')!
  strip.scrollLeft = 2 * WIDTH
  const slide = handle().closest('li')!
  const another = slide.cloneNode(true) as HTMLElement
  const other = another.querySelector<HTMLElement>('[data-spin]')!
  other.dataset.spin = JSON.stringify({ ...SPIN, ...photograph('spin/BLD'), frames: 48 })
  press(handle(), 'PageUp')
  await vi.waitFor(() => expect(handle().getAttribute('aria-valuenow')).toBe('45'))

  slide.replaceWith(another)
  started.update()
  await vi.waitFor(() => expect(other.getAttribute('aria-valuenow')).toBe('45'))
  await vi.waitFor(() => expect(shown()).toContain('/pictures/kea/spin/BLD/07-'))
  press(other, 'ArrowRight')
  started.update()
  expect(other.getAttribute('aria-valuenow')).toBe('53')
})
