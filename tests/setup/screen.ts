import { act } from 'react'

// What a test does with a screen in happy-dom.

/**
 * Puts text into a field as a person does, or chooses it in a list. React takes a value set on the field itself for its
 * own, and hears nothing of it: so it is set on the prototype.
 */
export const typeInto = (field: Element, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, text)
    const kind = field instanceof HTMLSelectElement ? 'change' : 'input'
    field.dispatchEvent(new Event(kind, { bubbles: true }))
  })

/** Lets what was asked for arrive, and the screen show it. */
export const settle = (ms = 20) => act(() => new Promise((done) => setTimeout(done, ms)))

/** Waits until something holds; for an update of the journey that may be five seconds (specification §9). */
export async function until(holds: () => void) {
  for (let tries = 0; ; tries++) {
    await settle(10)
    try {
      return holds()
    } catch (error) {
      if (tries > 700) throw error
    }
  }
}
