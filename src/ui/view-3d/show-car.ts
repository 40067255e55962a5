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

/** A view in 3D that is open or closed. */
export interface View3d {
  /** Opens or closes it. */
  toggle: () => void
  close: () => void
  /** Shows what is chosen now. */
  update: () => void
}

/** The viewer's element, as far as we use it. */
interface Viewer extends HTMLElement {
  src: string
  alt: string
  /** The material variant, which is named by the code of a colour. */
  variantName: string
  /** Whether the phone can show it in the room around. */
  canActivateAR: boolean
  /** Called while a button is pressed. */
  activateAR: () => Promise<void>
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
 * A view in 3D, closed at first. The viewer's element turns the car by mouse, finger and arrow keys, and says to screen
 * readers from where it is seen.
 */
export function viewOf(
  root: HTMLElement,
  [place, state, button]: [place: HTMLElement, state: HTMLElement, button: HTMLElement],
  chosen: () => ChosenCar,
): View3d {
  let viewer: Viewer | null = null

  const setOpen = (isOpen: boolean) => {
    button.textContent = isOpen ? 'Close 3D view' : 'View in 3D'
    root.classList.toggle('is-open', isOpen)
    // The pictures are behind it.
    for (const one of root.parentElement!.children)
      if (one !== root) one.toggleAttribute('inert', isOpen)
  }
  const close = (words = '') => {
    if (!viewer) return
    if (root.contains(document.activeElement)) button.focus()
    viewer.remove()
    viewer = null
    state.textContent = words
    setOpen(false)
  }
  const update = () => {
    if (!viewer) return
    const { colourCode, alt } = chosen()
    viewer.variantName = colourCode
    viewer.alt = alt
  }
  const open = () => {
    if (!document.createElement('canvas').getContext('webgl2')) {
      state.textContent = 'This browser can’t show 3D. The pictures show the car instead.'
      return
    }
    viewer = viewerOf(chosen().car3d, root, state, close)
    update()
    setOpen(true)
    place.replaceChildren(viewer)
  }

  root.addEventListener('keydown', ({ key }) => key === 'Escape' && close())
  return { toggle: () => (viewer ? close() : open()), close, update }
}

/** @param close Closes the view, with a sentence about the reason. */
function viewerOf(
  car3d: Car3d,
  root: HTMLElement,
  state: HTMLElement,
  close: (words: string) => void,
): Viewer {
  const viewer = document.createElement('model-viewer') as Viewer
  for (const [name, value] of Object.entries(VIEW)) viewer.setAttribute(name, value)
  viewer.src = `${basePath(import.meta.env.BASE_URL)}${car3dPath(car3d)}${failures > 0 ? `#${failures}` : ''}`

  const drive = document.createElement('button')
  Object.assign(drive, { type: 'button', textContent: 'View in your driveway' })
  drive.className = 'button button--accent button--small'
  drive.addEventListener('click', () => void viewer.activateAR())

  const progress = document.createElement('progress')
  progress.setAttribute('aria-label', 'Loading the car')
  state.replaceChildren(`Loading the car (${Math.ceil(car3d.bytes / 100_000) / 10} MB)`, progress)
  viewer.addEventListener('progress', (event: Event) => {
    progress.value = (event as CustomEvent<{ totalProgress: number }>).detail.totalProgress
  })
  viewer.addEventListener('poster-dismissed', () => {
    state.replaceChildren(viewer.canActivateAR ? drive : 'Drag it, or use the arrow keys.')
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
  return viewer
}
