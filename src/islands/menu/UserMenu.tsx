import { useEffect, useId, useRef, useState } from 'react'
import { fetchPart } from '#lib/api/part.ts'
import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { $greetingName, $isActing, $session } from '#stores/session/session.ts'
import { $signInPrompt, askToSignIn } from '#stores/sign-in/sign-in-prompt.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { LazyComponent } from '#ui/LazyComponent.tsx'
import { Avatar } from './Avatar.tsx'

const loadPanel = async () => (await import('./MenuPanel.tsx')).MenuPanel
const loadAhead = () => void fetchPart(loadPanel)
const loadKeeper = () => import('#stores/sign-in/sign-in.ts')

/** Mounted in every page header: `<UserMenu client:load />`. It also looks after the session of the page. */
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

  // Visitors without a session do not load what looks after one. Signing out is there also when the network goes.
  useEffect(() => {
    if (!isSignedIn) return
    const keep = async () => {
      loadAhead()
      const keeper = await fetchPart(loadKeeper)
      if (keeper.ok) return keeper.value.keepSession()
      console.warn('What looks after the session could not be loaded.')
      window.addEventListener('online', keep, { once: true })
    }
    void keep()
    return () => window.removeEventListener('online', keep)
  }, [isSignedIn])

  // It was pressed before it could answer.
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
      // Closing a message is no leaving: what is typed here stays.
      if (!target.closest('.toasts')) close(false)
    }
    // A link of the menu to a screen of this very page.
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

  // Nobody is greeted by no name: who it is may not have arrived yet, or not arrive at all.
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
