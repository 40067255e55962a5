import { car3dPath, type Car3d } from '#lib/pictures/cars-3d.ts'
import { basePath } from '#lib/shared/site-paths.ts'
import './viewer.ts'

/** A car in 3D as it is chosen now. */
export interface ChosenCar {
  car3d: Car3d
  colourCode: string
  /** Says what is seen. */
  alt: string
}

/** A car that is shown in 3D. */
export interface ShownIn3d {
  update: (chosen: ChosenCar) => void
  remove: () => void
}

/** The viewer's element, as far as we use it. */
interface Viewer extends HTMLElement {
  src: string
  alt: string
  /** The material variant, which is named by the code of a colour. */
  variantName: string
}

/** Its front from the left, a little from above, and all of it in sight. */
const VIEW = {
  'camera-orbit': '-35deg 76deg 85%',
  'camera-controls': '',
  // A page is scrolled by a finger on it.
  'touch-action': 'pan-y',
  'interaction-prompt': 'none',
  'shadow-intensity': '1',
  // In its own size, on the floor.
  ar: '',
  'ar-scale': 'fixed',
  'ar-modes': 'webxr scene-viewer quick-look',
}

const FAILED = 'The car couldn’t be shown in 3D. Check your connection and try again.'

/** The viewer keeps failures by address: after one, the car has another. */
let failures = 0

/**
 * Shows a car in 3D in its place. The element turns it by mouse, finger and arrow keys, and says to screen readers from where
 * it is seen.
 *
 * @param close Closes the view, with a sentence about the reason.
 */
export function showCar(
  root: HTMLElement,
  first: ChosenCar,
  close: (words: string) => void,
): ShownIn3d {
  const state = root.querySelector('.view-3d__state')!
  const viewer = document.createElement('model-viewer') as Viewer
  for (const [name, value] of Object.entries(VIEW)) viewer.setAttribute(name, value)
  const update = ({ colourCode, alt }: ChosenCar) => {
    viewer.variantName = colourCode
    viewer.alt = alt
  }
  update(first)

  // Shown only by phones that can.
  const drive = document.createElement('button')
  Object.assign(drive, { type: 'button', slot: 'ar-button', textContent: 'View in your driveway' })
  drive.className = 'button button--accent button--small view-3d__drive'
  viewer.append(drive)

  const progress = document.createElement('progress')
  progress.setAttribute('aria-label', 'Loading the car')
  const megabytes = Math.ceil(first.car3d.bytes / 100_000) / 10
  state.replaceChildren(`Loading the car (${megabytes} MB)`, progress)
  viewer.addEventListener('progress', (event: Event) => {
    progress.value = (event as CustomEvent<{ totalProgress: number }>).detail.totalProgress
  })
  viewer.addEventListener('poster-dismissed', () => {
    state.textContent = 'Drag it, or use the arrow keys.'
    // Unless somebody has gone on.
    if (root.contains(document.activeElement))
      viewer.shadowRoot?.querySelector<HTMLElement>('[tabindex]')?.focus()
  })
  viewer.addEventListener('error', () => {
    failures++
    close(FAILED)
  })
  viewer.addEventListener('ar-status', (event) => {
    if ((event as CustomEvent<{ status: string }>).detail.status === 'failed')
      state.textContent = 'Your phone couldn’t show the car in your driveway.'
  })

  viewer.src = `${basePath(import.meta.env.BASE_URL)}${car3dPath(first.car3d)}${failures > 0 ? `#${failures}` : ''}`
  root.querySelector('.view-3d__place')!.replaceChildren(viewer)
  return { update, remove: () => viewer.remove() }
}
