import {
  PREPARATION_CONDITIONS,
  PREPARATION_WORDS,
  type PreparationCondition,
} from '#lib/orders/preparation.ts'
import { z } from '#lib/shared/zod.ts'
import { list, slug, text } from './values.ts'

/** Text that has only the words in braces that can be filled in. */
const filled = text.check((context) => {
  for (const [, word = ''] of context.value.matchAll(/\{(\w*)\}/g))
    if (!PREPARATION_WORDS.includes(word))
      context.issues.push({
        code: 'custom',
        message: `has the unknown word {${word}}: use ${PREPARATION_WORDS.map((known) => `{${known}}`).join(', ')}`,
        input: context.value,
      })
})
const when = z.optional(list(z.enum<PreparationCondition[]>(PREPARATION_CONDITIONS)))

/** What to bring to the hand-over, and what becomes of the old car. */
export const HandOverTable = z.strictObject({
  checklist: list(z.strictObject({ id: slug, text: filled, when })).check(
    z.refine((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, {
      error: 'has an id twice: each line needs its own',
    }),
  ),
  oldCar: z.array(z.strictObject({ text: filled, when })),
})
