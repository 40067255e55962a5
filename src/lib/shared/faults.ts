import { fieldMessages, type ApiFailure } from '#lib/api/failure.ts'

/** What is wrong with typed values: by the path of a field, the tail of a sentence that begins with its label. */
export type Faults = Readonly<Record<string, string>>

/**
 * The server's messages that belong to fields of a form.
 *
 * @param prefix What stands before a field's path on the wire, as in `/^ownerDetails\./`.
 * @returns `null` when none of them does.
 */
export function refusedFields(
  failure: ApiFailure,
  fields: readonly string[],
  prefix = /^/,
): Faults | null {
  const entries = Object.entries(fieldMessages(failure)).flatMap(([property, message]) => {
    const path = property.replace(prefix, '')
    const isShown = fields.some((name) => path === name || path.startsWith(`${name}.`))
    return isShown ? [[path, message] as const] : []
  })
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

/** The sentence at a field. A message that is a whole sentence already stays as it is. */
export const faultSentence = (label: string, message: string | undefined): string | undefined =>
  message && (/^\p{Lu}/u.test(message) ? message : `${label} ${message}`)
