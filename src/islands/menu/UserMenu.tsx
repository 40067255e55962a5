import { useEffect, useId, useRef, useState } from 'react'
import { loadModule } from '#lib/api/load-module.ts'
import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { $greetingName, $isActing, $session } from '#stores/session/session.ts'
import { $signInPrompt, askToSignIn } from '#stores/sign-in/sign-in-prompt.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'

const loadPanel = async () => (await import('./MenuPanel.tsx')).MenuPanel
const loadAhead = () => void loadModule(loadPanel)
const loadKeeper = () => import('#stores/sign-in/sign-in.ts')

/** Mounted in every page header: `<UserMenu client:load />`. It also keeps the session of the page alive. */
export function UserMenu() {
  const { token } = useIslandStore($session, SIGNED_OUT)
  const name = useIslandStore($greetingName, '')
  const isActing = useIslandStore($isActing, false)
  const prompt = useIslandStore($signInPrompt, null)
  const [isToggled, setIsToggled] = useState(false)
  const isOpen = isToggled || prompt !== null
  const isSignedIn = token !== null
  const panelId = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  // Visitors without a session do not load the session keeper. The panel loads early, so that signing out works offline.
  useEffect(() => {
    if (!isSignedIn) return
    const keep = async () => {
      loadAhead()
      const keeper = await loadModule(loadKeeper)
      if (keeper.ok) return keeper.value.keepSession()
      window.addEventListener('online', keep, { once: true })
    }
    void keep()
    return () => window.removeEventListener('online', keep)
  }, [isSignedIn])

  // The button was pressed before hydration.
  useEffect(() => {
    if (button.current?.matches(':focus:not(:focus-visible)')) setIsToggled(true)
  }, [])

  useEffect(() => {
    if (!isOpen) return
    const close = (returnFocus: boolean) => {
      setIsToggled(false)
      askToSignIn(null)
      if (returnFocus) button.current?.focus()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      // Escape first leaves the field being typed in, and only then closes the menu (decision 14).
      const focused = document.activeElement
      if (focused instanceof HTMLInputElement) focused.blur()
      else close(true)
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || root.current?.contains(target)) return
      // Closing a toast does not close the menu, which may hold typed text.
      if (!target.closest('.toasts')) close(false)
    }
    // A menu link to a screen of this page.
    const onHashChange = () => close(false)
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown)
    window.addEventListener('hashchange', onHashChange)
    return () => {
      window.removeEventListener('hashchange', onHashChange)
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [isOpen])

  const finish = () => {
    setIsToggled(false)
    askToSignIn(null)
    button.current?.focus()
  }

  // The name may not be loaded yet, or may fail to load.
  const greeting = name ? `Hi, ${name}` : 'Account'

  return (
    <div className="menu" ref={root}>
      <button
        type="button"
        className="menu__button"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={() => (isOpen ? finish() : setIsToggled(true))}
      >
        <Avatar name={name} isActing={isActing} />
        <span className="menu__label">{isSignedIn ? greeting : 'Login'}</span>
      </button>
      <div id={panelId} className="menu__panel panel" hidden={!isOpen}>
        {isOpen && (
          <LazyComponent load={loadPanel} text="Opening the menu" props={{ onDone: finish }} />
        )}
      </div>
    </div>
  )
}

/** The initial of the signed-in person, or a head and shoulders. It looks different while staff act for a customer. */
const Avatar = ({ name, isActing }: { name: string; isActing: boolean }) => (
  <span className={`avatar${isActing ? ' avatar--acting' : ''}`} aria-hidden="true">
    {name ? (
      name.charAt(0).toUpperCase()
    ) : (
      <svg viewBox="0 0 24 24" width="18" height="18" fill="currentColor">
        <circle cx="12" cy="8" r="4" />
        <path d="M4 21c0-4.4 3.6-7 8-7s8 2.6 8 7z" />
      </svg>
    )}
  </span>
)
