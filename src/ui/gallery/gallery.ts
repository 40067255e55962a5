import { loadModule } from '#lib/api/load-module.ts'

/** What has been started of a gallery. */
export interface StartedGallery {
  /** Counts again, after other pictures are shown. */
  update: () => void
  stop: () => void
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

const loadTurn = () => import('./turn.ts')

const isShown = (element: Element): boolean => getComputedStyle(element).display !== 'none'

/** Moves a gallery (Gallery.tsx) by its buttons and keys, counts its pictures, and turns its car. */
export function startGallery(root: HTMLElement): StartedGallery {
  const strip = root.querySelector<HTMLElement>('.gallery__strip')!
  const controls = root.querySelector<HTMLElement>('.gallery__controls')!
  const count = root.querySelector<HTMLElement>('.gallery__count')!
  const events = new AbortController()
  const { signal } = events
  const slides = () => [...strip.children].filter(isShown)
  const current = () => Math.round(strip.scrollLeft / strip.clientWidth) || 0

  const update = () => {
    const { length } = slides()
    controls.hidden = length < 2
    // What cannot be moved is no stop of the keyboard.
    if (length < 2) strip.removeAttribute('tabindex')
    else strip.tabIndex = 0
    const text = `${Math.min(current() + 1, length)} of ${length}`
    if (count.textContent !== text) count.textContent = text
    const turned = root.dataset.turned && slides()[current()]?.querySelector('[data-spin]')
    if (turned) void keepAngle(turned as HTMLElement)
  }

  const show = (wanted: number) => {
    const all = slides()
    const index = (wanted + all.length) % all.length
    fetchPictures(all[index])
    fetchPictures(all[index + 1])
    const isFar = Math.abs(index - current()) > 1
    const isStill = isFar || matchMedia('(prefers-reduced-motion: reduce)').matches
    strip.scrollTo({ left: index * strip.clientWidth, behavior: isStill ? 'instant' : 'smooth' })
  }

  controls.addEventListener(
    'click',
    ({ target }) => {
      const step = (target as Element).closest<HTMLElement>('[data-step]')?.dataset.step
      if (step) show(current() + Number(step))
    },
    { signal },
  )
  const fetchNext = () => fetchPictures(slides()[current() + 1])
  for (const event of ['pointerenter', 'focusin'])
    root.addEventListener(event, fetchNext, { signal })
  for (const onScroll of [update, fetchNext])
    strip.addEventListener('scroll', onScroll, { signal, passive: true })
  strip.addEventListener(
    'keydown',
    (event) => {
      if (event.target !== strip) return
      const { key } = event
      const wanted =
        key === 'Home' ? 0 : key === 'End' ? slides().length - 1 : current() + (STEPS[key] ?? NaN)
      if (Number.isNaN(wanted)) return
      event.preventDefault()
      show(wanted)
    },
    { signal },
  )
  for (const event of ['pointerdown', 'keydown'] as const)
    strip.addEventListener(event, (began) => void beginTurning(began), { signal })
  update()
  return { update, stop: () => events.abort() }
}

/** Loads the pictures of a slide before it is in sight. */
function fetchPictures(slide: Element | undefined): void {
  for (const picture of slide?.querySelectorAll('picture') ?? [])
    if (isShown(picture)) picture.querySelector('img')!.loading = 'eager'
}

const TURNING_KEYS = [
  ...Object.keys(STEPS),
  'ArrowUp',
  'ArrowDown',
  'PageUp',
  'PageDown',
  'Home',
  'End',
]

/** The car's other sides, and what turns it, are loaded when somebody begins to. */
async function beginTurning(event: PointerEvent | KeyboardEvent): Promise<void> {
  const handle = event.target as HTMLElement
  if (!handle.matches('[data-spin]:not([data-turning])')) return
  if (event instanceof KeyboardEvent && !TURNING_KEYS.includes(event.key)) return
  event.preventDefault()
  handle.focus()
  await turn(handle, event)
}

/** A car that was turned in another colour is turned as far in this one. */
async function keepAngle(handle: HTMLElement): Promise<void> {
  if (handle.dataset.turning === undefined) await turn(handle, null)
  else handle.dispatchEvent(new Event('colour-changed'))
}

async function turn(
  handle: HTMLElement,
  event: PointerEvent | KeyboardEvent | null,
): Promise<void> {
  handle.dataset.turning = ''
  const loaded = await loadModule(loadTurn)
  if (loaded.ok) loaded.value.startTurning(handle, event)
  else {
    delete handle.dataset.turning
    handle.parentElement!.querySelector('.gallery__state')!.textContent =
      'The other sides couldn’t be loaded. Try again.'
  }
}
