import { act } from 'react'
import { vi } from 'vitest'

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

const inRealTime = setTimeout

/** Waits until something holds. A fake clock runs faster during this; requests take their real time. */
export async function until(holds: () => void) {
  for (let tries = 0; ; tries++) {
    await act(async () => {
      await new Promise((done) => inRealTime(done, 10))
      if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(250)
    })
    try {
      return holds()
    } catch (error) {
      if (tries > 700) throw error
    }
  }
}
