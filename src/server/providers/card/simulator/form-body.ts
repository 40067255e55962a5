/** A value in a form with bracket keys: `line_items[0][price_data][currency]=nzd`. */
type FormValue = string | FormFields
export interface FormFields {
  [name: string]: FormValue
}

/**
 * Reads a form with bracket keys. Lists become fields named by their index.
 *
 * @returns Objects without a prototype, which no name in a form can reach.
 */
export function readFormBody(text: string): FormFields {
  const root = newFields()
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.split(/\[|\]\[|\]/).filter((part, index) => index === 0 || part !== '')
    const last = path.pop() ?? key
    let at = root
    for (const name of path) {
      const next = at[name]
      at = typeof next === 'object' ? next : (at[name] = newFields())
    }
    at[last] = value
  }
  return root
}

const newFields = (): FormFields => Object.create(null) as FormFields

/** The text at a path, or `undefined`. */
export function textAt(fields: FormFields, ...path: string[]): string | undefined {
  let at: FormValue | undefined = fields
  for (const name of path) at = typeof at === 'object' ? at[name] : undefined
  return typeof at === 'string' ? at : undefined
}

/** The fields at a path as a plain object of texts, or an empty one. */
export function textsAt(fields: FormFields, ...path: string[]): Record<string, string> {
  let at: FormValue | undefined = fields
  for (const name of path) at = typeof at === 'object' ? at[name] : undefined
  return Object.fromEntries(
    Object.entries(typeof at === 'object' ? at : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}
