import { useSyncExternalStore, type ReactNode } from 'react'

const never = () => () => {}
// As `hasAllCalls` does, whose module is built into one file with the calls: a page that makes none would load them.
const isUnmarked = () => document.documentElement.dataset.ownApi === undefined

/** Whether every call of the contract is there (`src/lib/site/all-calls.ts`), for markup that the server renders too. */
export const useAllCalls = (): boolean => useSyncExternalStore(never, isUnmarked, () => true)

/** What needs a call beyond the specification: left out in front of an API that serves no other. */
export const AllCalls = ({ children }: { children: ReactNode }) => (useAllCalls() ? children : null)
