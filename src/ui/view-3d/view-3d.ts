import { loadModule } from '#lib/api/load-module.ts'
import type { ChosenCar, View3d } from './show-car.ts'

/** What has been started of a view in 3D. */
export interface StartedView3d {
  /** Shows what is chosen now. */
  update: () => void
  stop: () => void
}

const loadViewer = () => import('./show-car.ts')

/** Opens and closes a view in 3D by its button (View3d.tsx). All else is loaded when somebody first opens it. */
export function startView3d(root: HTMLElement, chosen: () => ChosenCar): StartedView3d {
  const [place, state, button] = root.children as unknown as HTMLElement[]
  let view: View3d | undefined
  const press = async () => {
    if (view) return view.toggle()
    state!.textContent = 'Loading the 3D view …'
    const viewer = await loadModule(loadViewer)
    if (!viewer.ok)
      state!.textContent = 'The 3D view couldn’t be loaded. Check your connection and try again.'
    else if (!view && root.isConnected) {
      view = viewer.value.viewOf(root, [place!, state!, button!], chosen)
      view.toggle()
    }
  }
  button!.onclick = press
  return { update: () => view?.update(), stop: () => view?.close() }
}
