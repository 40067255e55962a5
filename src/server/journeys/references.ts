import { createHash } from 'node:crypto'
import { referenceCode, shownReference } from '#lib/purchases/purchase-reference.ts'
import type { Deps } from '#server/deps.ts'
import type { PurchaseJourneyRow } from './tables.ts'

/** A reference for a purchase, as it is stored. If another purchase has it, the next round gives another. */
export const referenceOfRound = (purchaseJourneyId: string, round: number): string =>
  referenceCode(createHash('sha256').update(`reference:${purchaseJourneyId}:${round}`).digest())

/** The reference of a purchase as people see it. */
export const referenceOf = (
  { catalogue }: Pick<Deps, 'catalogue'>,
  { reference }: Pick<PurchaseJourneyRow, 'reference'>,
): string => shownReference(catalogue.brand.referencePrefix, reference)
