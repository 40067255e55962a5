import { fieldMessages, type ApiFailure } from '#lib/api/failure.ts'

/** Field errors, by the path of the field: each is the end of a sentence that begins with the field's label. */
export type Faults = Readonly<Record<string, string>>

/**
 * The server's messages that belong to fields of a form.
 *
 * @param prefix The start of a property on the wire that is not part of the field's path, as in `/^ownerDetails\./`.
 * @returns `null` when no message belongs to a field.
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

/** The error sentence of a field. A message that is already a whole sentence is kept as it is. */
export const faultSentence = (label: string, message: string | undefined): string | undefined =>
  message && (/^\p{Lu}/u.test(message) ? message : `${label} ${message}`)
