import { useEffect, useRef, useState } from 'react'
import { loadModule } from '#lib/api/load-module.ts'
import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { $session } from '#stores/session/session.ts'
import { addToast } from '#stores/site/toasts.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import type { ChatPanel } from './ChatPanel.tsx'
import { startChat } from './start-chat.ts'

const loadPanel = async () => (await import('./ChatPanel.tsx')).ChatPanel

/**
 * Mounted on every page: `<Chat client:load />`. Visitors can leave a message; where the site uses a vendor's chat (the
 * server marks the pages with `data-chat`) that is loaded instead. The form loads when it is opened, and keeps typed text
 * while the page is open. Staff do not see it.
 */
export function Chat({
  phone,
  hours,
  isOffered = true,
}: {
  phone: string
  hours: string
  /** `false` on pages for staff. */
  isOffered?: boolean
}) {
  const { user } = useIslandStore($session, SIGNED_OUT)
  const [Panel, setPanel] = useState<typeof ChatPanel | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => startChat(button.current, isOffered), [isOffered])

  const open = async () => {
    const panel = await loadModule(loadPanel)
    if (panel.ok) {
      setPanel(() => panel.value)
      setIsOpen(true)
    } else {
      addToast({
        kind: 'warning',
        text: 'We couldn’t load the form. Check your connection and try again.',
      })
    }
  }

  if (!isOffered || user?.type === 'STAFF') return null
  return (
    <aside className="chat" aria-label="Contact">
      <button
        type="button"
        className="chat__button"
        ref={button}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadModule(loadPanel)}
        onClick={open}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path
            d="M4 5h16v11H10l-4 4v-4H4z"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinejoin="round"
          />
        </svg>
        <span className="chat__label">Leave a message</span>
      </button>
      {Panel && (
        <Panel
          phone={phone}
          hours={hours}
          isOpen={isOpen}
          onClose={() => {
            setIsOpen(false)
            button.current?.focus()
          }}
        />
      )}
    </aside>
  )
}
