import { useSyncExternalStore } from 'react'

/**
 * The page's hash route. A hash that is no route, such as the skip link's `#main`, does its work and gives way
 * again, so that a reload still finds the step.
 */
export const useHash = (): string => useSyncExternalStore(watch, read, atBuild)

/** Goes to a route; Back leads to where it was. */
export const goTo = (hash: string) => {
  location.hash = hash
}

/** Puts a route in the place of the current one. */
export const replaceRoute = (hash: string) => {
  history.replaceState(history.state, '', hash)
  changed()
}

/**
 * Puts a route in the place of the current one and of those that led to it on this page, so that one Back leaves them
 * all. Where the browser tells nothing of its history, in the place of the current one alone.
 *
 * @param ledHere Whether a hash is one of those that led to it.
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

/** How many entries of the history before this one are of this page and led here. */
function stepsBack(ledHere: (hash: string) => boolean): number {
  // Not every browser of ours has it.
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
let ask: ((wanted: string) => void) | null = null
const readers = new Set<() => void>()

/**
 * Stays at the route while something would be lost by going elsewhere on the page.
 *
 * @param onWanted Is told where somebody wanted to go instead.
 * @returns Lets go of it.
 */
export function blockNavigation(onWanted: (hash: string) => void): () => void {
  ask = onWanted
  return () => {
    ask = null
  }
}

function changed() {
  const wanted = location.hash
  const isHeld = ask !== null && isRoute(wanted) && wanted !== route
  if (isRoute(wanted) && !isHeld) route = wanted
  else history.replaceState(history.state, '', route || location.pathname + location.search)
  if (isHeld) ask?.(wanted)
  for (const reader of readers) reader()
}

/** Another route begins at the top of the page, also where the screen stays and only its query is another one. */
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
  if (isRoute(location.hash) && !ask) route = location.hash
  return route
}
const atBuild = () => ''
