import { createHash } from 'node:crypto'
import { referenceCode } from '#lib/purchases/purchase-reference.ts'

/** A reference for a purchase, as it is stored. Another purchase may have it: then that of the next round is tried. */
export const referenceOfRound = (purchaseJourneyId: string, round: number): string =>
  referenceCode(createHash('sha256').update(`reference:${purchaseJourneyId}:${round}`).digest())
