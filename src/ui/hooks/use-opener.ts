import { useEffect, useRef, useState } from 'react'

/** State of a form that a button opens. Closing it returns the focus to the button. */
export function useOpenForm() {
  const [isOpen, setIsOpen] = useState(false)
  return useOpener(isOpen, setIsOpen)
}

export function useOpener(isOpen: boolean, setIsOpen: (isOpen: boolean) => void) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return { isOpen, opener, open: () => setIsOpen(true), close: () => setIsOpen(false) }
}
