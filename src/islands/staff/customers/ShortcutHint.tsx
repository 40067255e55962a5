import { computed } from 'nanostores'
import { useEffect } from 'react'
import { persistentAtom } from '#stores/site/storage.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'

const $shortcut = persistentAtom<string | undefined>('staff-shortcut:1', undefined)

/** Whether the `/` key is turned off in this browser. */
const $isShortcutOff = computed($shortcut, (stored) => stored === 'off')

/** Lists the keyboard shortcuts. The one without a modifier can be turned off (WCAG 2.1.4). */
export function ShortcutHint() {
  const isOff = useIslandStore($isShortcutOff, false)
  return (
    <p className="small quiet staff-keys">
      {!isOff && (
        <>
          <kbd>/</kbd> opens search,{' '}
        </>
      )}
      <kbd>↓</kbd> <kbd>↑</kbd> move through customers, <kbd>Enter</kbd> selects.{' '}
      <button
        type="button"
        className="link-button"
        onClick={() => $shortcut.set(isOff ? undefined : 'off')}
      >
        {isOff ? 'Turn on the / shortcut' : 'Turn off the / shortcut'}
      </button>
    </p>
  )
}

/** Makes `/` go to the search from anywhere in the area, except while typing. */
export function useSearchShortcut(goToSearch: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.matches('input, select, textarea')
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey
      if (event.key !== '/' || isTyping || hasModifier || $isShortcutOff.get()) return
      event.preventDefault()
      goToSearch()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [goToSearch])
}
