import type { findRecalls } from '#lib/vehicles/calls.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { propertyInWords } from '#lib/shared/words.ts'
import { titleCase } from '#lib/vehicles/title-case.ts'
import type { z } from '#lib/shared/zod.ts'

export type RecallAnswer = z.infer<(typeof findRecalls)['answer']>
export type Recall = RecallAnswer['recalls'][number]

const SEVERITIES: Record<string, string> = {
  COMPULSORY: 'Compulsory recall',
  SAFETY: 'Safety recall',
}

/** The label of a severity, such as `Safety recall`. A severity of another API is worded from its name. */
export const severityLabel = (severity: string): string =>
  SEVERITIES[severity] ?? propertyInWords(severity)

export const STATUS_LABELS: Record<Recall['status'], string> = {
  OUTSTANDING: 'Not yet repaired',
  COMPLETED: 'Repaired',
}

/** The name of a vehicle from the register's capitals: `SILVER FERN` becomes `Silver Fern`. */
export const vehicleName = ({
  make,
  model,
  year,
}: Pick<RecallAnswer['vehicle'], 'make' | 'model' | 'year'>): string =>
  [make.description, model.description].map(titleCase).concat(String(year)).join(' ')

/** A title for the result. It never says that a car is safe (decision 46). */
export function resultTitle({ recalls }: Pick<RecallAnswer, 'recalls'>): string {
  const outstanding = recalls.filter(({ status }) => status === 'OUTSTANDING').length
  if (recalls.length === 0) return 'No recalls found'
  if (outstanding === 0) return 'No outstanding recalls'
  return outstanding === 1 ? '1 outstanding recall' : `${outstanding} outstanding recalls`
}

/** The source of the result, its age, and the time of the check. */
export const sourceText = ({ source, checkedAt }: RecallAnswer): string =>
  `Source: ${source.name}` +
  (source.updatedAt ? `, updated ${formatInstant(source.updatedAt)}` : '') +
  `. Checked ${formatInstant(checkedAt)}.`

/**
 * The text to share a result: the car, its recalls, the source and the time. It leaves out registration and VIN, which
 * identify the owner.
 *
 * @param page The address of the page that checks a car.
 */
export const shareText = (answer: RecallAnswer, page: string): string =>
  [
    `${vehicleName(answer.vehicle)}: ${resultTitle(answer)}`,
    ...answer.recalls.map(
      ({ recallNumber, title, severity, published, status }) =>
        `${recallNumber} ${title} (${severityLabel(severity)}, ${formatDay(published)}): ${STATUS_LABELS[status]}`,
    ),
    sourceText(answer),
    page,
  ].join('\n')
