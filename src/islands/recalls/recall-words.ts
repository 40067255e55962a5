import type { findRecalls } from '#lib/addresses/calls.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { propertyInWords } from '#lib/shared/words.ts'
import type { z } from '#lib/shared/zod.ts'

export type RecallAnswer = z.infer<(typeof findRecalls)['answer']>
export type Recall = RecallAnswer['recalls'][number]

const SEVERITIES: Record<string, string> = {
  COMPULSORY: 'Compulsory recall',
  SAFETY: 'Safety recall',
}

/** `Safety recall`. A severity that a brand's own API names is put in words. */
export const severityInWords = (severity: string): string =>
  SEVERITIES[severity] ?? propertyInWords(severity)

export const STATUS_WORDS: Record<Recall['status'], string> = {
  OUTSTANDING: 'To be put right',
  COMPLETED: 'Put right',
}

/** A register writes in capitals: `TARVANE COVE` is `Tarvane Cove`. */
export const vehicleInWords = ({
  make,
  model,
  year,
}: Pick<RecallAnswer['vehicle'], 'make' | 'model' | 'year'>): string =>
  [make.description, model.description]
    .map((name) =>
      name.toLowerCase().replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase()),
    )
    .concat(String(year))
    .join(' ')

/** What was found, in a few words. Never that a car is safe (decision 46). */
export function verdict({ recalls }: Pick<RecallAnswer, 'recalls'>): string {
  const outstanding = recalls.filter(({ status }) => status === 'OUTSTANDING').length
  if (recalls.length === 0) return 'None found'
  if (outstanding === 0) return 'None left to put right'
  return outstanding === 1 ? '1 recall to put right' : `${outstanding} recalls to put right`
}

/** Where it was looked, how fresh that is, and when. */
export const sourceInWords = ({ source, checkedAt }: RecallAnswer): string =>
  `Looked up in ${source.name}` +
  (source.updatedAt ? `, brought up to date ${formatInstant(source.updatedAt)}` : '') +
  `. Checked ${formatInstant(checkedAt)}.`

/**
 * A result to pass on: what car and which recalls, when and by whom. Neither registration nor VIN, which tell whose
 * car it is.
 *
 * @param page Where somebody may check a car.
 */
export const resultToShare = (answer: RecallAnswer, page: string): string =>
  [
    `${vehicleInWords(answer.vehicle)}: ${verdict(answer)}`,
    ...answer.recalls.map(
      ({ recallNumber, title, severity, published, status }) =>
        `${recallNumber} ${title} (${severityInWords(severity)}, ${formatDay(published)}): ${STATUS_WORDS[status]}`,
    ),
    sourceInWords(answer),
    page,
  ].join('\n')
