import { useEffect, useState } from 'react'
import { dropTyped, keepTypedByStaff, typedByStaffBefore } from '#stores/ended-session.ts'

/**
 * State of a form of our people. When the session ends by itself, the same member of staff finds it again after signing
 * in: in this tab's memory only, so nothing secret goes here.
 *
 * @param key Which field of which form, and what it is about: `receipt j1 amount`.
 */
export function useTyped<T>(key: string, initial: T) {
  const [typed, setTyped] = useState<T>(() => {
    const before = typedByStaffBefore(key)
    return before === undefined ? initial : (before as T)
  })
  const isChanged = typed !== initial
  useEffect(() => {
    if (isChanged) keepTypedByStaff(key, typed)
    return () => dropTyped(key)
  }, [key, typed, isChanged])
  return [typed, setTyped] as const
}
