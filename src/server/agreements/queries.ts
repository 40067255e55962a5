import type { Db } from '#server/database.ts'
import type { AgreementAcceptanceRow, SaleAgreementRow } from './tables.ts'

/** @returns `false` when there is one of this id. */
export const insertAgreement = async (trx: Db, row: SaleAgreementRow): Promise<boolean> => {
  const inserted = await trx
    .insertInto('sale_agreement')
    .values(row)
    .onConflict((conflict) => conflict.column('agreement_id').doNothing())
    .returning('agreement_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const findAgreement = async (db: Db, agreementId: string): Promise<SaleAgreementRow> =>
  db
    .selectFrom('sale_agreement')
    .selectAll()
    .where('agreement_id', '=', agreementId)
    .executeTakeFirstOrThrow()

export const insertAcceptance = async (trx: Db, row: AgreementAcceptanceRow): Promise<void> => {
  await trx.insertInto('agreement_acceptance').values(row).execute()
}

export const findAcceptance = async (
  db: Db,
  purchaseJourneyId: string,
): Promise<AgreementAcceptanceRow | null> =>
  (await db
    .selectFrom('agreement_acceptance')
    .selectAll()
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .executeTakeFirst()) ?? null

/** Deletes the agreements that a customer has not accepted. Accepted ones stay with their purchase. */
export const eraseUnaccepted = async (trx: Db, customerId: number): Promise<void> => {
  await trx
    .deleteFrom('sale_agreement')
    .where('purchase_journey_id', 'in', (eb) =>
      eb
        .selectFrom('purchase_journey')
        .select('purchase_journey_id')
        .where('customer_id', '=', customerId),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('agreement_acceptance')
            .select('agreement_id')
            .whereRef('agreement_acceptance.agreement_id', '=', 'sale_agreement.agreement_id'),
        ),
      ),
    )
    .execute()
  await trx
    .updateTable('purchase_journey')
    .set({ agreement_id: null })
    .where('customer_id', '=', customerId)
    .where('agreement_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sale_agreement')
            .select('agreement_id')
            .whereRef('sale_agreement.agreement_id', '=', 'purchase_journey.agreement_id'),
        ),
      ),
    )
    .execute()
}

/** When and by whom agreements of a purchase were issued, in order. */
export const listIssuedAgreements = (db: Db, purchaseJourneyId: string) =>
  db
    .selectFrom('sale_agreement')
    .select(['issued_at', 'issued_by'])
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .orderBy('issued_at')
    .execute()
