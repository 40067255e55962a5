// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { View3d } from './View3d.tsx'
import type { ChosenCar } from './show-car.ts'
import { startView3d, type StartedView3d } from './view-3d.ts'

// A browser without a graphics card has no viewer: its element stands for it.
vi.mock('./viewer.ts', () => ({}))

const PINE = { colourCode: 'PINE', alt: 'Kea in Bush Green, in 3D' }
const SNOW = { colourCode: 'SNOW', alt: 'Kea in Winter Snow, in 3D' }
let chosen: ChosenCar
let view: StartedView3d
let button: HTMLElement

const viewer = () =>
  document.querySelector<HTMLElement & { src: string; variantName: string; alt: string }>(
    'model-viewer',
  )
const state = () => document.querySelector('[role=status]')!.textContent
const isBehind = () => document.querySelector('.gallery')!.hasAttribute('inert')
const tell = (name: string, detail: object = {}) =>
  viewer()!.dispatchEvent(new CustomEvent(name, { detail }))
const open = async () => {
  button.click()
  await vi.waitFor(() => expect(viewer()).not.toBeNull())
}

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as never)
  document.body.innerHTML = renderToString(
    <div>
      <section className="gallery" />
      <View3d />
    </div>,
  )
  chosen = { car3d: { path: 'kea/car', hash: 'a1', bytes: 4_120_000 }, ...PINE }
  view = startView3d(document.querySelector<HTMLElement>('.view-3d')!, () => chosen)
  button = document.querySelector('button')!
})

test('nothing is loaded before somebody opens the view', () => {
  expect(viewer()).toBeNull()
  expect(button.textContent).toBe('View in 3D')
  expect(isBehind()).toBe(false)
})

test('it shows the car in the chosen colour, over the pictures, and says how far it is', async () => {
  await open()
  expect(viewer()!.src).toBe('/pictures/kea/car-a1.glb')
  expect(viewer()!).toMatchObject({ variantName: 'PINE', alt: PINE.alt })
  expect(isBehind()).toBe(true)
  expect(state()).toBe('Loading the car (4.2 MB)')
  tell('progress', { totalProgress: 0.4 })
  expect(document.querySelector('progress')!.value).toBe(0.4)

  tell('poster-dismissed')
  expect(state()).toBe('Drag it, or use the arrow keys.')
  chosen = { ...chosen, ...SNOW }
  view.update()
  expect(viewer()!).toMatchObject({ variantName: 'SNOW', alt: SNOW.alt })
})

test('nothing moves by itself, and a finger on it still scrolls the page', async () => {
  await open()
  expect(viewer()!.hasAttribute('auto-rotate')).toBe(false)
  expect(viewer()!.getAttribute('interaction-prompt')).toBe('none')
  expect(viewer()!.getAttribute('touch-action')).toBe('pan-y')
})

test('it is closed by its button and by Escape, and the focus goes back to the button', async () => {
  await open()
  expect(button.textContent).toBe('Close 3D view')
  button.click()
  expect(viewer()).toBeNull()
  expect([button.textContent, state(), isBehind()]).toEqual(['View in 3D', '', false])

  await open()
  viewer()!.tabIndex = 0
  viewer()!.focus()
  viewer()!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(viewer()).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('a button that is pressed again while the viewer loads opens one view', async () => {
  button.click()
  expect(state()).toBe('Loading the 3D view …')
  await open()
  expect(document.querySelectorAll('model-viewer')).toHaveLength(1)
})

test('a car that fails to load leaves the pictures, and is asked for again', async () => {
  await open()
  tell('error')
  expect(viewer()).toBeNull()
  expect(isBehind()).toBe(false)
  expect(state()).toBe('The car couldn’t be shown in 3D. Check your connection and try again.')

  await open()
  expect(viewer()!.src).toBe('/pictures/kea/car-a1.glb#1')
})

test('a browser that cannot show 3D says so, and keeps its pictures', async () => {
  vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null)
  button.click()
  await vi.waitFor(() =>
    expect(state()).toBe('This browser can’t show 3D. The pictures show the car instead.'),
  )
  expect([button.textContent, isBehind()]).toEqual(['View in 3D', false])
})

test('phones that can put the car in the driveway offer it, and say if that fails', async () => {
  await open()
  const activateAR = vi.fn(() => Promise.resolve())
  Object.assign(viewer()!, { canActivateAR: true, activateAR })
  tell('poster-dismissed')
  const drive = document.querySelector<HTMLElement>('[role=status] button')!
  expect(drive.textContent).toBe('View in your driveway')
  expect(activateAR).not.toHaveBeenCalled()
  drive.click()
  expect(activateAR).toHaveBeenCalledOnce()
  tell('ar-status', { status: 'failed' })
  expect(state()).toBe('Your phone couldn’t show the car in your driveway.')
})

test('a view that is stopped closes, and one whose page is gone does not open', async () => {
  await open()
  view.stop()
  expect(viewer()).toBeNull()
  expect(isBehind()).toBe(false)

  const root = document.querySelector<HTMLElement>('.view-3d')!
  startView3d(root, () => chosen)
  button.click()
  root.remove()
  await new Promise((done) => setTimeout(done, 20))
  expect(root.querySelector('model-viewer')).toBeNull()
})
