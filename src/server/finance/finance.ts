import { createHash } from 'node:crypto'
import type { Db } from '#server/database.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import {
  stillAsked,
  type FinanceApplication,
  type FinanceApplicationDraft,
} from '#lib/finance/shapes.ts'
import type { CreditDecision, PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { PdfFile } from '#lib/quotes/shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { FINANCE_DOCUMENT, financeDocumentText } from '#lib/finance/finance-document.ts'
import { findCustomer } from '#server/customers/queries.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'
import {
  beginApplication,
  endApplication,
  findFinanceSignature,
  insertFinanceSignature,
} from './queries.ts'
import { findQuote } from '#server/quotes/queries.ts'
import { updateJourney } from '#server/journeys/queries.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import {
  ApiProblem,
  conflict,
  fieldError,
  invalid,
  notFound,
} from '#server/platform/http/api-problem.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { openColumn, sealColumn } from '#server/journeys/sealed-columns.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { lockVisibleJourney, visibleJourney } from '#server/journeys/access.ts'
import { requireMatch } from '#server/journeys/match.ts'
import { financeSignedMail, signedFinancePdf } from './mails.ts'
import { pdfFile } from '#server/quotes/quote-pdf.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { isBirthDay } from '#server/journeys/owner-details.ts'
import { spendDaily } from '#server/platform/http/daily-limits.ts'
import {
  returnToNetwork,
  spendOfNetwork,
  type Caller,
} from '#server/platform/http/network-budgets.ts'
import { enqueueWebhook } from '#server/webhooks/webhooks.ts'

/**
 * The finance answers so far with the new ones, sealed for their column.
 *
 * @throws {ApiProblem} 409 once the application is sent.
 */
export function mergeFinanceDraft(
  deps: Deps,
  journey: PurchaseJourneyRow,
  answers: FinanceApplicationDraft,
): string {
  if (journey.finance_applied === 1) throw alreadySent()
  const before = openDraft(deps, journey)
  const merged = Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(answers)])].map((section) => {
      const name = section as keyof FinanceApplicationDraft
      const fields = Object.entries({ ...before[name], ...answers[name] })
      return [name, Object.fromEntries(fields.filter(([, answer]) => answer !== null))]
    }),
  )
  return sealColumn(deps.keys, journey, 'finance_application', merged)
}

/**
 * The finance answers so far, for the customer to go on with. Once the application is sent there are none: what was
 * signed is not shown again.
 *
 * @throws {ApiProblem} 404.
 */
export async function getFinanceDraft(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<FinanceApplicationDraft> {
  const journey = await visibleJourney(deps.db, actor, id)
  if (journey.finance_applied === 1) return {}
  return openDraft(deps, journey)
}

const openDraft = ({ keys }: Deps, journey: PurchaseJourneyRow): FinanceApplicationDraft =>
  stillAsked(openColumn(keys, journey, 'finance_application') ?? {})

/** The lender answers before this; a process that ended has asked in vain. */
const MOST_ASKED_MS = 2 * MINUTE_MS

const stillSending = () =>
  new ApiProblem(409, 'Conflict', 'We’re still sending your finance application.', [], {
    retryAfterS: 2,
  })

const alreadySent = () => conflict('You’ve already sent your finance application.')

/**
 * Sends the signed application to the lender, and keeps its decision. Idempotent.
 *
 * @param ifMatch The header of that name: versions that the application is signed for.
 * @throws {ApiProblem} 404, 409 when the purchase is not financed, not started any more, or
 *   another application was sent, 412 when the purchase has changed, 429 when the customer or
 *   their network has sent as many as they may in a day.
 */
export async function submitFinanceApplication(
  deps: Deps,
  caller: Caller,
  id: string,
  application: FinanceApplication,
  ifMatch: string | undefined,
): Promise<PurchaseJourney> {
  const { actor } = caller
  if (!isBirthDay(deps, application.residence.dateOfBirth))
    throw invalid([
      fieldError('residence.dateOfBirth', 'Enter your date of birth, for example 27/3/1985'),
    ])
  if (!isAdult(deps, application.residence.dateOfBirth))
    throw invalid([fieldError('residence.dateOfBirth', 'must show you are 18 or over')])

  const before = await visibleJourney(deps.db, actor, id)
  if (before.finance_applied === 1) return answerAgain(deps.db, before)
  await requireMatch(deps, deps.db, before, ifMatch)
  requireStarted(before)
  // Below, in the transaction: the quote is still this one.
  const quote = (await findQuote(deps.db, before.current_quote_id))!.quote
  if (!quote.finance)
    throw conflict('This purchase isn’t financed, so it doesn’t need an application.')
  if (application.signature.documentVersion !== FINANCE_DOCUMENT.version)
    throw new ApiProblem(
      409,
      'Conflict',
      'The declarations have changed. Please reload the page, read them and sign.',
      [fieldError('signature.documentVersion', 'is not the current version')],
    )
  const { finance } = quote
  const asked = deps.now().getTime()
  const instant = (ms: number) => new Date(ms).toISOString()
  if (!(await beginApplication(deps.db, id, instant(asked), instant(asked - MOST_ASKED_MS))))
    throw stillSending()
  try {
    return await send(finance)
  } finally {
    await endApplication(deps.db, id)
  }

  async function send(finance: NonNullable<typeof quote.finance>) {
    const { amountFinancedCents } = finance
    // A purchase can be deleted and started again, and the lender looks into each application.
    await spendDaily(deps, deps.db, 'LIMIT_FINANCE_APPLICATIONS_PER_DAY', before.customer_id)
    await spendOfNetwork(deps, deps.db, 'financeApplications', caller)
    // Outside the transaction: a lender may be slow. The reference makes a second request harmless.
    const decision = await deps.lender
      .decide({ reference: id, application, finance })
      .catch(async (error: unknown) => {
        await returnToNetwork(deps, deps.db, 'financeApplications', caller)
        throw error
      })
    const customer = (await findCustomer(deps.db, before.customer_id))!
    const signedAt = deps.now().toISOString()
    const signed = {
      quote,
      to: customer.email,
      name: application.signature.name,
      method: application.signature.method,
      document: financeDocumentText,
      documentVersion: FINANCE_DOCUMENT.version,
      documentSha256: createHash('sha256').update(financeDocumentText).digest('hex'),
      signedAt,
    }
    const attachment = await signedFinancePdf(deps, signed)

    return transact(deps, async (trx) => {
      const journey = await lockVisibleJourney(trx, actor, id)
      if (journey.finance_applied === 1) return answerAgain(trx, journey)
      requireStarted(journey)
      const current = (await findQuote(trx, journey.current_quote_id))!.quote
      if (current.quoteId !== quote.quoteId || current.version !== quote.version)
        throw conflict('Your quote has just changed. Please check it, then send again.')
      await insertFinanceSignature(trx, {
        purchase_journey_id: id,
        quote_id: quote.quoteId,
        quote_version: quote.version,
        method: signed.method,
        document_version: signed.documentVersion,
        document: signed.document,
        document_sha256: signed.documentSha256,
        signed_by: actorName(actor),
        signed_at: signedAt,
      })
      const purchase = { ...(await findPurchaseMail(deps, trx, journey)), signedAt }
      await enqueueMail(deps, trx, financeSignedMail(deps, purchase, attachment))
      if (decision.code !== 'MANUWRITE')
        await enqueueWebhook(trx, { type: 'finance.decided', at: signedAt, purchaseJourneyId: id })
      return toPurchaseJourney(
        deps,
        trx,
        await updateJourney(trx, journey, {
          finance_application: sealColumn(deps.keys, journey, 'finance_application', application),
          finance_applied: 1,
          credit_decision: JSON.stringify({
            ...decision,
            appliedFor: { payOption: quote.payOption, amountFinancedCents },
          } satisfies CreditDecision),
          referred_at: decision.code === 'MANUWRITE' ? signedAt : null,
          last_activity_at: signedAt,
        }),
      )
    })
  }

  function answerAgain(db: Db, journey: PurchaseJourneyRow) {
    const sent = openColumn<FinanceApplication>(deps.keys, journey, 'finance_application')
    if (JSON.stringify(sent) !== JSON.stringify(application)) throw alreadySent()
    return toPurchaseJourney(deps, db, journey)
  }
}

/**
 * The signed declarations, as the PDF that was mailed.
 *
 * @throws {ApiProblem} 404, also once the application is forgotten.
 */
export async function financeApplicationDocument(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<PdfFile> {
  const journey = await visibleJourney(deps.db, actor, id)
  const row = await findFinanceSignature(deps.db, id)
  const application = openColumn<FinanceApplication>(deps.keys, journey, 'finance_application')
  if (!row || !application) throw notFound()
  const figures = await findQuote(deps.db, row.quote_id)
  const { email } = (await findCustomer(deps.db, journey.customer_id))!
  return pdfFile(
    await signedFinancePdf(deps, {
      quote: figures?.quote.version === row.quote_version ? figures.quote : null,
      to: email,
      name: application.signature.name,
      method: row.method,
      document: row.document,
      documentVersion: row.document_version,
      documentSha256: row.document_sha256,
      signedAt: row.signed_at,
    }),
  )
}

/** A credit contract does not bind a minor. */
const ADULT_YEARS = 18

function isAdult({ now }: Deps, birthDay: string): boolean {
  const [year, ...monthAndDay] = aucklandDay(now()).split('-')
  return birthDay <= [Number(year) - ADULT_YEARS, ...monthAndDay].join('-')
}

const requireStarted = ({ status }: PurchaseJourneyRow): void => {
  if (status !== 'STARTED') throw conflict('It’s too late to apply for finance on this purchase.')
}
