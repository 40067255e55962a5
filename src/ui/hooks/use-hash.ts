import { useSyncExternalStore } from 'react'

/**
 * The page's hash route. A hash that is no route, such as the skip link's `#main`, takes effect and is replaced by the
 * route, so that a reload still finds the step.
 */
export const useHash = (): string => useSyncExternalStore(watch, read, atBuild)

/** Goes to a route and adds a history entry. */
export const goTo = (hash: string) => {
  location.hash = hash
}

/** Replaces the current route. */
export const replaceRoute = (hash: string) => {
  history.replaceState(history.state, '', hash)
  changed()
}

/**
 * Replaces the current route and the steps that led to it on this page, so that one Back leaves them all. In browsers
 * without the Navigation API it replaces the current route only.
 *
 * @param ledHere Whether a hash is one of the steps.
 */
export async function replaceRouteAndSteps(
  hash: string,
  ledHere: (hash: string) => boolean,
): Promise<void> {
  const steps = stepsBack(ledHere)
  if (steps > 0) {
    const hasGoneBack = new Promise((done) => addEventListener('popstate', done, { once: true }))
    history.go(-steps)
    await hasGoneBack
  }
  replaceRoute(hash)
}

/** The number of steps directly before the current history entry. */
function stepsBack(ledHere: (hash: string) => boolean): number {
  // Some supported browsers do not have it.
  const history = (window as Partial<Window>).navigation
  const before = history?.entries().slice(0, history.currentEntry?.index).reverse() ?? []
  const first = before.findIndex(({ url, sameDocument }) => {
    const { pathname, hash } = new URL(url ?? '', location.href)
    return !sameDocument || pathname !== location.pathname || !ledHere(hash)
  })
  return first < 0 ? before.length : first
}

const isRoute = (hash: string) => hash === '' || hash.startsWith('#/')

let route = ''
let onBlocked: ((wanted: string) => void) | null = null
const readers = new Set<() => void>()

/**
 * Keeps the current route while leaving it would lose work.
 *
 * @param onWanted Called with the route that was blocked.
 * @returns Ends the block.
 */
export function blockNavigation(onWanted: (hash: string) => void): () => void {
  onBlocked = onWanted
  return () => {
    onBlocked = null
  }
}

function changed() {
  const wanted = location.hash
  const isBlocked = onBlocked !== null && isRoute(wanted) && wanted !== route
  if (isRoute(wanted) && !isBlocked) route = wanted
  else history.replaceState(history.state, '', route || location.pathname + location.search)
  if (isBlocked) onBlocked?.(wanted)
  for (const reader of readers) reader()
}

/** A new route starts at the top of the page, also when only its query changed. */
function followed() {
  const wanted = location.hash
  changed()
  if (isRoute(wanted) && location.hash === wanted) scrollTo(0, 0)
}

function watch(reader: () => void) {
  if (readers.size === 0) addEventListener('hashchange', followed)
  readers.add(reader)
  return () => {
    readers.delete(reader)
    if (readers.size === 0) removeEventListener('hashchange', followed)
  }
}

const read = () => {
  if (isRoute(location.hash) && !onBlocked) route = location.hash
  return route
}
const atBuild = () => ''
