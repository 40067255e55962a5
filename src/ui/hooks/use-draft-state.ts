import { useEffect, useState } from 'react'

/** Where what is typed into forms is kept, by form. */
interface TypedForms {
  before: (form: string) => unknown
  keep: (form: string, value: unknown) => void
  drop: (form: string) => void
}

/**
 * State of a form. When the session ends by itself, the same person finds it again after signing in: in this tab's
 * memory only, so nothing secret goes here.
 *
 * @param key Which field of which form, and what it is about: `receipt j1 amount`.
 */
export function useDraftState<T>({ before, keep, drop }: TypedForms, key: string, initial: T) {
  const [typed, setTyped] = useState<T>(() => {
    const kept = before(key)
    return kept === undefined ? initial : (kept as T)
  })
  const isChanged = typed !== initial
  useEffect(() => {
    if (isChanged) keep(key, typed)
    return () => drop(key)
  }, [keep, drop, key, typed, isChanged])
  return [typed, setTyped] as const
}
