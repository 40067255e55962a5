// What was typed, ticked or chosen in an island that was still asleep is told to it as it wakes: React goes by what the
// page was built with, and would put that back.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const send = (field: Field, type: string) => field.dispatchEvent(new Event(type, { bubbles: true }))

/** What tells React of a field that is not as the page was built. React asks whether it knows the value already. */
function changeOf(field: Field): (() => void) | null {
  const { value } = field
  if (field instanceof HTMLSelectElement) {
    const built = field.querySelector<HTMLOptionElement>('option[selected]') ?? field.options[0]
    if (value === (built?.value ?? '')) return null
    return () => {
      field.value = value
      send(field, 'change')
    }
  }
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    const { checked, defaultChecked, type } = field
    // Of radio buttons the one that was chosen speaks for the one that was not.
    if (checked === defaultChecked || (type === 'radio' && !checked)) return null
    return () => {
      field.checked = defaultChecked
      field.click()
    }
  }
  const { defaultValue } = field
  if (value === defaultValue) return null
  return () => {
    field.value = defaultValue
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
    send(field, 'input')
  }
}

document.addEventListener(
  'astro:hydrate',
  ({ target }) => {
    if (!(target instanceof Element)) return
    const fields = [...target.querySelectorAll<Field>('input, textarea, select')]
    const changes = fields.map(changeOf).filter((change) => change !== null)
    if (changes.length === 0) return
    // For an event of a field React wakes the island at once.
    send(fields[0]!, 'input')
    changes.forEach((change) => change())
  },
  { capture: true },
)
