import { frameOf, type Spin } from '#lib/pictures/photographs.ts'
import { pictureElement } from './picture-element.ts'

/** How far each key turns a car, in frames; a page is an eighth of a turn. */
const STEPS: Record<string, (frames: number) => number> = {
  ArrowRight: () => 1,
  ArrowUp: () => 1,
  ArrowLeft: () => -1,
  ArrowDown: () => -1,
  PageUp: (frames) => Math.round(frames / 8),
  PageDown: (frames) => -Math.round(frames / 8),
}

/**
 * Turns a car by dragging and keys. It shows the nearest of the sides that have been loaded, so that it turns at once.
 *
 * It begins at the angle of the same car in another colour, which the gallery keeps.
 *
 * @param began What it began with; null when another colour was turned before.
 */
export function startTurning(
  handle: HTMLElement,
  began: PointerEvent | KeyboardEvent | null,
): void {
  const spin = JSON.parse(handle.dataset.spin!) as Spin
  const place = handle.parentElement!
  const state = place.querySelector<HTMLElement>('.gallery__state')!
  const frames = place.querySelector<HTMLElement>('.gallery__frames')!
  const loaded = new Map<number, HTMLElement>()
  const gallery = handle.closest<HTMLElement>('.gallery')!
  const kept = () => Math.round((Number(gallery.dataset.turned ?? 0) * spin.frames) / 360)
  let at = kept()
  let shown: HTMLElement | undefined

  const show = (wanted: number) => {
    at = ((wanted % spin.frames) + spin.frames) % spin.frames
    const degrees = Math.round((at * 360) / spin.frames)
    gallery.dataset.turned = String(degrees)
    handle.setAttribute('aria-valuenow', String(degrees))
    handle.setAttribute('aria-valuetext', `Turned by ${degrees} degrees`)
    const nearest = [...loaded.keys()].toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0]
    const next = nearest === undefined ? undefined : loaded.get(nearest)
    if (next === shown) return
    shown?.classList.remove('is-shown')
    next?.classList.add('is-shown')
    shown = next
  }

  const load = async () => {
    const missing = Array.from({ length: spin.frames }, (_, i) => i).filter((i) => !loaded.has(i))
    const progress = document.createElement('progress')
    progress.max = spin.frames
    progress.setAttribute('aria-label', 'Loading the other sides')
    state.replaceChildren(progress)
    const { sizes } = place.querySelector('img')!
    const results = await Promise.allSettled(
      missing.map(async (i) => {
        const picture = pictureElement(frameOf(spin, i), sizes)
        frames.append(picture)
        try {
          await picture.querySelector('img')!.decode()
        } catch (error) {
          picture.remove()
          throw error
        }
        loaded.set(i, picture)
        progress.value = loaded.size
        show(at)
      }),
    )
    state.replaceChildren()
    if (results.every(({ status }) => status === 'fulfilled')) return
    const again = document.createElement('button')
    again.type = 'button'
    again.className = 'button button--small'
    again.textContent = 'Try again'
    again.addEventListener('click', () => {
      handle.focus()
      void load()
    })
    state.append('Some sides couldn’t be loaded. ', again)
  }

  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key]?.(spin.frames)
    const isEnd = event.key === 'Home' || event.key === 'End'
    if (step === undefined && !isEnd) return
    event.preventDefault()
    if (step !== undefined) show(at + step)
    else show(event.key === 'Home' ? 0 : spin.frames - 1)
  }

  const onDrag = (down: PointerEvent) => {
    if (down.button !== 0) return
    const from = at
    // Once across the picture is once round.
    const width = handle.clientWidth || 1
    const move = ({ clientX }: PointerEvent) =>
      show(from + Math.round(((clientX - down.clientX) / width) * spin.frames))
    const events = new AbortController()
    const { signal } = events
    if (down.isTrusted) handle.setPointerCapture(down.pointerId)
    handle.addEventListener('pointermove', move, { signal })
    for (const end of ['pointerup', 'pointercancel'])
      handle.addEventListener(end, () => events.abort(), { signal })
  }

  handle.addEventListener('colour-changed', () => show(kept()))
  handle.addEventListener('keydown', onKey)
  handle.addEventListener('pointerdown', onDrag)
  if (began instanceof KeyboardEvent) onKey(began)
  else if (began) onDrag(began)
  else show(at)
  void load()
}
