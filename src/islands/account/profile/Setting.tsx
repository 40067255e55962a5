import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

/** One thing of the profile: what it is beside what can be done with it. */
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

/** A form that a button opens: when it closes, the button has the focus again. */
export function useOpenForm() {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return { isOpen, opener, open: () => setIsOpen(true), close: () => setIsOpen(false) }
}

/** Puts the focus on the first field of a form that has just opened. */
export const useFocusFirstField = (form: { current: HTMLFormElement | null }, step: unknown = 0) =>
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus()
  }, [form, step])
