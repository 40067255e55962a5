import type { OpenRecall } from './recall-shapes.ts'

/** The title of the notice, for example `Urgent: this car has an outstanding recall`. */
export const openRecallTitle = (recalls: readonly OpenRecall[]): string => {
  const what =
    recalls.length === 1 ? 'an outstanding recall' : `${recalls.length} outstanding recalls`
  return recalls.some(({ severity }) => severity === 'COMPULSORY')
    ? `Urgent: this car has ${what}`
    : `This car has ${what}`
}
