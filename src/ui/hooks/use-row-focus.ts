import { useEffect, useRef } from 'react'

/**
 * Keeps the focus near a row that its own button removes: the next row gets it, else the last one, else the heading of
 * the list's section.
 *
 * @param rows Changes once the row is gone.
 * @returns Call it when such a button is pressed.
 */
export function useRowFocus(rows: unknown): () => void {
  const pressed = useRef<{ section: Element; at: number } | null>(null)
  useEffect(() => {
    if (!pressed.current) return
    const { section, at } = pressed.current
    pressed.current = null
    if (document.activeElement !== document.body) return
    const buttons = buttonsOf(section)
    const near = buttons[at] ?? buttons.at(-1) ?? section.querySelector<HTMLElement>('h2')
    // Makes the heading focusable.
    if (near?.tagName === 'H2') near.tabIndex = -1
    near?.focus()
  }, [rows])
  return () => {
    const button = document.activeElement
    const section = button?.closest('section')
    const at = section ? buttonsOf(section).indexOf(button as HTMLElement) : -1
    pressed.current = section ? { section, at: Math.max(at, 0) } : null
  }
}

const buttonsOf = (section: Element) => [...section.querySelectorAll<HTMLElement>('li button')]
