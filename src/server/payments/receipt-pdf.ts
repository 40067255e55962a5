import { asFileName } from '#lib/shared/words.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { PurchaseRecord } from '#lib/payments/shapes.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { isToCome, refundNote } from '#lib/payments/refund-states.ts'
import { paymentLine } from '#lib/payments/labels.ts'
import type { Deps } from '#server/deps.ts'
import type { PayRows } from '#server/journeys/amount-due.ts'
import { money, type Mail, type Row } from '#server/platform/mail/mail.ts'
import { amountDueBlocks, priceBlocks } from '#server/quotes/quote-blocks.ts'
import { canTypeset, writeDocument } from '#server/quotes/quote-pdf.ts'

/** The receipt of a purchase, as a PDF. */
export async function receiptPdf(
  deps: Pick<Deps, 'catalogue' | 'now'>,
  {
    journey: { reference, currentQuote: quote, ownerDetails, customer },
    record: { payments, refunds },
    left,
  }: {
    journey: PurchaseJourney
    record: Pick<PurchaseRecord, 'payments' | 'refunds'>
    /** How the price is paid; `null` where that is open, or over. */
    left: PayRows | null
  },
): Promise<NonNullable<Mail['attachment']>> {
  const { brand } = deps.catalogue
  const createdAt = deps.now()
  const buyer = ownerDetails ?? { ...customer, ...customer.name }
  const name = buyer.companyName || `${buyer.firstName} ${buyer.lastName}`
  const { line1, line2, suburb, city, postcode } = buyer.postalAddress ?? {}
  const address = [line1, line2, suburb, city && `${city} ${postcode}`].filter(Boolean).join(', ')
  const paid = payments.filter(({ status }) => status === 'PAID')
  return {
    name: `${asFileName(`${brand.name} receipt`)}.pdf`,
    bytes: await writeDocument(deps, {
      title: 'Receipt',
      createdAt,
      blocks: [
        {
          rows: [
            ...((await canTypeset(name)) ? [['To', name] as Row] : []),
            ...(buyer.nzbn ? [['Your NZBN', buyer.nzbn] as Row] : []),
            ...(address && (await canTypeset(address)) ? [['Address', address] as Row] : []),
            ['Date', formatDay(aucklandDay(createdAt))],
            ['From', brand.legalName],
            ['Our NZBN', brand.nzbn],
            ['Our GST number', brand.gstNumber],
            ['Purchase reference', reference],
          ],
        },
        { heading: 'Received' },
        {
          rows: paid.map((payment): Row => {
            const { label, note } = paymentLine(payment, quote)
            return [label, money(payment.amountCents), note]
          }),
        },
        {
          total: [
            'Total received',
            money(paid.reduce((cents, { amountCents }) => cents + amountCents, 0)),
          ],
        },
        {
          // One that is done took its payment off this list.
          rows: refunds
            .filter(({ state }) => isToCome(state))
            .map(({ amountCents, state, at }): Row => [
              'Refund',
              money(amountCents),
              refundNote(state, formatDay(aucklandDay(at))),
            ]),
        },
        ...amountDueBlocks(left),
        ...priceBlocks(quote),
      ],
    }),
  }
}
