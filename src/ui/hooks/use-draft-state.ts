import { useEffect, useState } from 'react'

/** Stores form drafts by key. */
interface TypedForms {
  before: (form: string) => unknown
  keep: (form: string, value: unknown) => void
  drop: (form: string) => void
}

/**
 * Form state that survives a session that expires: the same person finds it again after signing in. It is kept in this
 * tab's memory only; do not use it for secrets.
 *
 * @param key The form, its subject and the field, for example `receipt j1 amount`.
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
