import { useSyncExternalStore, type ReactNode } from 'react'
import { hasAllCalls } from '#lib/site/all-calls.ts'

const never = () => () => {}

/** {@link hasAllCalls}, for markup that the server renders too. */
export const useAllCalls = (): boolean => useSyncExternalStore(never, hasAllCalls, () => true)

/** What needs a call beyond the specification: left out in front of an API that serves no other. */
export const AllCalls = ({ children }: { children: ReactNode }) => (useAllCalls() ? children : null)
