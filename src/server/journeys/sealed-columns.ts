import type { OwnerDetails } from '#lib/purchases/forms.ts'
import { seal, unseal } from '#server/platform/crypto/encryption.ts'
import { columnContext } from '#server/platform/crypto/encryption-context.ts'
import type { Keys } from '#server/platform/crypto/keys.ts'
import type { PurchaseJourneyRow } from './tables.ts'

type Sealed = 'owner_details' | 'finance_application'

const contextOf = (column: Sealed, journey: { purchase_journey_id: string }) =>
  columnContext('purchase_journey', column, journey.purchase_journey_id)

/** Encrypts a value for a secret column of a journey. */
export const sealColumn = (
  keys: Keys,
  journey: { purchase_journey_id: string },
  column: Sealed,
  value: unknown,
): string => seal(keys, contextOf(column, journey), JSON.stringify(value))

/** Decrypts a secret column of a journey; `null` where it is empty. */
export function openColumn<T>(keys: Keys, journey: PurchaseJourneyRow, column: Sealed): T | null {
  const sealed = journey[column]
  return sealed === null
    ? null
    : (JSON.parse(unseal(keys, contextOf(column, journey), sealed)) as T)
}

export const openOwnerDetails = (keys: Keys, journey: PurchaseJourneyRow): OwnerDetails | null =>
  openColumn<OwnerDetails>(keys, journey, 'owner_details')
