import { loadModule } from '#lib/api/load-module.ts'
import type { ChosenCar, ShownIn3d } from './show-car.ts'

/** What has been started of a view in 3D. */
export interface StartedView3d {
  /** Shows what is chosen now. */
  update: () => void
  stop: () => void
}

const loadViewer = () => import('./show-car.ts')

/** Opens and closes a view in 3D by its button (View3d.tsx). The viewer and the car are loaded when somebody opens it. */
export function startView3d(root: HTMLElement, chosen: () => ChosenCar): StartedView3d {
  const button = root.querySelector<HTMLElement>('.view-3d__button')!
  const state = root.querySelector('.view-3d__state')!
  const events = new AbortController()
  let isOpen = false
  let shown: ShownIn3d | null = null

  const toggle = () => {
    isOpen = !isOpen
    button.textContent = isOpen ? 'Close 3D view' : 'View in 3D'
    root.classList.toggle('is-open', isOpen)
    // The pictures are behind it.
    for (const one of root.parentElement!.children)
      if (one !== root) one.toggleAttribute('inert', isOpen)
  }
  const close = (words = '') => {
    if (!isOpen) return
    if (root.contains(document.activeElement)) button.focus()
    toggle()
    shown?.remove()
    shown = null
    state.textContent = words
  }
  const open = async () => {
    if (!document.createElement('canvas').getContext('webgl2')) {
      state.textContent = 'This browser can’t show 3D. The pictures show the car instead.'
      return
    }
    toggle()
    state.textContent = 'Loading the 3D view …'
    const viewer = await loadModule(loadViewer)
    if (!isOpen || shown) return
    if (viewer.ok) shown = viewer.value.showCar(root, chosen(), close)
    else close('The 3D view couldn’t be loaded. Check your connection and try again.')
  }

  const { signal } = events
  button.addEventListener('click', () => (isOpen ? close() : void open()), { signal })
  root.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal })
  return {
    update: () => shown?.update(chosen()),
    stop() {
      events.abort()
      close()
    },
  }
}
