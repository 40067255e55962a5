import { act } from 'react'

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
