import { useId, useState, type ReactNode } from 'react'
import { typedForms } from '#stores/session/ended-session.ts'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { useOpener } from '#ui/hooks/use-opener.ts'

/** One setting of the profile: its title and text beside its controls. */
export function Setting({
  title,
  text,
  children,
}: {
  title: string
  text?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="setting" aria-labelledby={id}>
      <div className="stack stack--s">
        <h2 className="setting__title" id={id}>
          {title}
        </h2>
        {text && <p className="small quiet">{text}</p>}
      </div>
      <div className="stack">{children}</div>
    </section>
  )
}

/** The state of a form that is still open when its customer signs in again after the session ended. */
export function useKeptForm(key: string) {
  const [isOpen, setIsOpen] = useDraftState(typedForms, key, false)
  const [wasOpen, setWasOpen] = useState(isOpen)
  const { close, ...form } = useOpener(isOpen, setIsOpen)
  return {
    ...form,
    /** Whether the session ended while it was open. */
    wasOpen,
    close() {
      setWasOpen(false)
      close()
    },
  }
}
