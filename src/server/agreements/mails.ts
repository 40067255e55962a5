import { asFileName } from '#lib/shared/words.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import type { Agreement } from '#lib/purchases/agreement-shapes.ts'
import { readAgreement } from '#lib/purchases/sale-agreement.ts'
import type { Deps } from '#server/deps.ts'
import { writePurchaseMail, type PurchaseMail } from '#server/journeys/mail-context.ts'
import { type Block, type Mail, type Row } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carName } from '#server/quotes/quote-blocks.ts'
import { canTypeset, hashLines, writeDocument } from '#server/quotes/quote-pdf.ts'

/** An agreement as a document, with how it was accepted. */
export const agreementPdf = async (
  deps: Pick<Deps, 'catalogue'>,
  { document, documentSha256, version, issuedAt, acceptance, jointSignatures = [] }: Agreement,
): Promise<NonNullable<Mail['attachment']>> => {
  const { title, parts } = readAgreement(document)
  const { name = null } = acceptance ?? {}
  const blocks: Block[] = [
    ...parts,
    { heading: 'Acceptance' },
    {
      rows: acceptance
        ? [
            ...(name !== null && (await canTypeset(name)) ? [['Accepted by', name] as Row] : []),
            ['On', formatInstant(acceptance.acceptedAt)],
            ['How', acceptance.method === 'TYPED' ? 'By typing their name' : 'On paper'],
          ]
        : [['Accepted', 'Not yet']],
    },
    ...(await jointBlocks(jointSignatures)),
    {
      rows: [
        ['Issued on', formatInstant(issuedAt)],
        ['Document version', version],
        ['Document fingerprint (SHA-256)', hashLines(documentSha256)],
      ],
    },
  ]
  return {
    name: `${asFileName(`${deps.catalogue.brand.name} agreement`)}.pdf`,
    bytes: await writeDocument(deps, { title, blocks, createdAt: new Date(issuedAt) }),
  }
}

/** The joint buyers who signed. Their signature is below the same document, by its fingerprint. */
const jointBlocks = async (
  signatures: NonNullable<Agreement['jointSignatures']>,
): Promise<Block[]> =>
  (
    await Promise.all(
      signatures.map(async ({ name, signedAt }): Promise<Block[]> => [
        { heading: 'Joint buyer' },
        {
          rows: [
            ...((await canTypeset(name)) ? [['Signed by', name] as Row] : []),
            ['On', formatInstant(signedAt)],
            ['How', 'By typing their name'],
          ],
        },
      ]),
    )
  ).flat()

/**
 * A sale agreement waits for the customer.
 *
 * @param isAnother Another one was issued before.
 */
export const agreementIssuedMail = (
  deps: Deps,
  purchase: PurchaseMail & {
    isAnother: boolean
    /** Trade-ins without an accepted offer. */
    leftOut?: readonly string[]
  },
): Mail =>
  writePurchaseMail(deps, purchase, {
    kind: 'agreement-issued',
    subject: `Your agreement is ready: ${carName(purchase.quote)}`,
    blocks: [
      {
        text: `The agreement for your ${carName(purchase.quote)} is ready. Please read and accept it under My Purchases.${purchase.isAnother ? ' It replaces your earlier one.' : ''}`,
      },
      ...(purchase.leftOut ?? []).map((vehicle) => ({
        text: `It doesn’t include your trade-in, ${vehicle}, because you haven’t accepted an offer for it. If you still want to trade it in, request a new offer under My Purchases or call us before you accept the agreement.`,
      })),
      {
        action: 'Read the agreement',
        url: mailPaths(deps).agreement(purchase.purchaseJourneyId),
      },
    ],
  })

/** A sale agreement was accepted. */
export const agreementAcceptedMail = (
  deps: Deps,
  purchase: PurchaseMail & {
    /** Trade-ins without an accepted offer. */
    leftOut?: readonly string[] | undefined
  },
  attachment: Mail['attachment'],
): Mail => ({
  ...writePurchaseMail(deps, purchase, {
    kind: 'agreement-accepted',
    subject: `You’ve accepted your agreement: ${carName(purchase.quote)}`,
    blocks: [
      {
        text: `Thank you. You’ve accepted the agreement for your ${carName(purchase.quote)}${attachment ? '. A copy is attached as a PDF' : ' on paper'}.`,
      },
      ...(purchase.leftOut ?? []).map((vehicle) => ({
        text: `It doesn’t include your trade-in, ${vehicle}, because you haven’t accepted an offer for it.`,
      })),
      { action: 'See what happens next', url: mailPaths(deps).customer('agreements') },
      { text: 'Wasn’t this you? Call us straight away.', isNote: true },
    ],
  }),
  ...(attachment && { attachment }),
})
