import { useEffect, useRef } from 'react'

/**
 * Keeps the focus near where rows of a list go by buttons of their own: the row that takes the place of the one that
 * went has it, else the last one, else the heading of the list's section.
 *
 * @param rows Another value once the row has gone.
 * @returns To be called as such a button is pressed.
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
    // A heading takes the focus for once.
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
