import toast, { resolveValue, useToaster } from 'react-hot-toast/headless'
import { useIsHydrated } from '#ui/hooks/use-is-hydrated.ts'

/** How long a toast takes to fade, in milliseconds. */
const FADE_MS = 200

/**
 * Shows toasts: top-centre in the account area, top-right in the purchase (specification §2). The newest is on top. Their
 * time pauses while the pointer or the focus is on one.
 */
export function Toasts({ position }: { position: 'top-centre' | 'top-right' }) {
  const { toasts, handlers } = useToaster({ removeDelay: FADE_MS })
  // Another island may have added a toast before this one hydrated; the first render must match the static page.
  const isAwake = useIsHydrated()

  return (
    <section
      className={`toasts toasts--${position}`}
      aria-label="Messages"
      aria-live="polite"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {isAwake &&
        toasts.map((item) => (
          <div
            key={item.id}
            className={`toast toast--${item.className}`}
            data-leaving={item.visible ? undefined : ''}
          >
            <p className="toast__text">{resolveValue(item.message, item)}</p>
            <button
              type="button"
              className="toast__close"
              aria-label="Close the message"
              onClick={() => toast.dismiss(item.id)}
            >
              <span aria-hidden="true">×</span>
            </button>
          </div>
        ))}
    </section>
  )
}
