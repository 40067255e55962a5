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
export const moveTo = (hash: string) => {
  history.replaceState(history.state, '', hash)
  changed()
}

const isRoute = (hash: string) => hash === '' || hash.startsWith('#/')

let route = ''
const readers = new Set<() => void>()

function changed() {
  if (isRoute(location.hash)) route = location.hash
  else history.replaceState(history.state, '', route || location.pathname + location.search)
  for (const reader of readers) reader()
}

function watch(reader: () => void) {
  if (readers.size === 0) addEventListener('hashchange', changed)
  readers.add(reader)
  return () => {
    readers.delete(reader)
    if (readers.size === 0) removeEventListener('hashchange', changed)
  }
}

const read = () => {
  if (isRoute(location.hash)) route = location.hash
  return route
}
const atBuild = () => ''
