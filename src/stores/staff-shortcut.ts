import { computed } from 'nanostores'
import { persistentAtom } from './storage.ts'

const $stored = persistentAtom<string | undefined>('staff-shortcut:1', undefined)

/** Whether this browser's staff have turned the key off that leads to the search. */
export const $isShortcutOff = computed($stored, (stored) => stored === 'off')

export const setShortcutOff = (isOff: boolean) => $stored.set(isOff ? 'off' : undefined)
