import type * as calls from '#lib/quotes/calls.ts'
import type { Customer } from '#lib/customers/shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { priceQuote } from '#lib/pricing/pricing.ts'
import type { z } from '#lib/shared/zod.ts'
import { findCustomer, lockCustomer } from '#server/customers/queries.ts'
import { secondsLeft, spendPoint } from '#server/platform/database/rate-counters.ts'
import type { Deps } from '#server/deps.ts'
import {
  fieldError,
  invalid,
  notFound,
  notPermitted,
  tooMany,
} from '#server/platform/http/api-problem.ts'
import { spendOfNetwork } from '#server/platform/http/network-budgets.ts'
import { ACCOUNT_RIGHTS } from '#server/customers/account-status.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { carePlanMail, quoteMail } from './mails.ts'
import { pdfFile, quotePdf } from './quote-pdf.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { codeOfQuote } from './quote-codes.ts'
import { hasExpired } from './quote-pricing.ts'
import type { Caller } from '#server/platform/http/network-budgets.ts'
import { getQuote, type QuoteCaller } from './quotes.ts'
import { DAY_MS, HOUR_MS } from '#lib/shared/durations.ts'

/**
 * A quote, and whom a message about it goes to: its owner's own address, and no other.
 *
 * @throws {ApiProblem} 404, 400 `InvalidEmailQuoteInfo` for a quote without a customer, 403 for a closed account.
 */
async function quoteAndOwner(
  deps: Deps,
  caller: QuoteCaller,
  quoteId: string,
): Promise<{ quote: Quote; owner: Customer }> {
  const quote = await getQuote(deps, caller, quoteId)
  // Quotes made in this browser before signing in go to the customer now signed in.
  const { actor } = caller
  const ownerId = quote.customerId ?? (actor.type === 'CUSTOMER' ? actor.customerId : null)
  if (ownerId === null)
    throw notMailable(fieldError('quoteId', 'doesn’t belong to a customer yet: save it first'))
  const owner = await findCustomer(deps.db, ownerId)
  if (!owner) throw notFound()
  if (!ACCOUNT_RIGHTS[owner.webAccountStatus].mail)
    throw notPermitted('This account is closed, so we can’t email it.')
  return { quote, owner }
}

const notMailable = (reason: ReturnType<typeof fieldError>) =>
  invalid([reason], 'InvalidEmailQuoteInfo')

/** @throws {ApiProblem} 429 beyond a limit. */
async function spendMail(deps: Deps, caller: MailCaller, { id }: Customer): Promise<void> {
  const now = deps.now()
  const sent = await spendPoint(deps.db, `quote-mail:${id}`, HOUR_MS, now)
  if (sent > deps.settings.limits.LIMIT_QUOTE_MAILS_PER_HOUR)
    throw tooMany(secondsLeft(HOUR_MS, now))
  // Last: one who is refused uses up nothing of those who share the network.
  await spendOfNetwork(deps, deps.db, 'quoteMails', caller)
}

type MailCaller = QuoteCaller & { effectId: string; ip: string }

/** @throws {ApiProblem} 429 when the customer has caused all the messages of a day: this one is all that was asked. */
async function queueOnce(deps: Deps, { effectId }: MailCaller, owner: Customer, mail: Mail) {
  const once = { outboxId: effectId, customerId: owner.id }
  const isQueued = await transact(deps, async (trx) => {
    await lockCustomer(trx, owner.id)
    return enqueueMail(deps, trx, mail, once)
  })
  if (isQueued) return
  throw tooMany(
    secondsLeft(DAY_MS, deps.now()),
    `We’ve sent you ${deps.settings.limits.LIMIT_MAILS_PER_DAY} emails today, so we can’t send another yet. Please try again tomorrow.`,
  )
}

/**
 * Mails a quote to its owner's own address, and to no other.
 *
 * @throws {ApiProblem} 404, 400 `InvalidEmailQuoteInfo` for one that cannot be mailed, 429 beyond the limit.
 */
export async function emailQuote(
  deps: Deps,
  caller: MailCaller,
  { quoteId, message }: z.output<typeof calls.emailQuote.body>,
): Promise<{ queued: true }> {
  const { quote, owner } = await quoteAndOwner(deps, caller, quoteId)
  if (hasExpired(deps, quote))
    throw notMailable(fieldError('quoteId', 'has expired: refresh it first'))
  await spendMail(deps, caller, owner)
  const code = await codeOfQuote(deps, caller, quote)
  const mail = quoteMail(deps, {
    to: owner.email,
    firstName: owner.name.firstName,
    quote,
    code,
    ...(message && { message }),
  })
  // Made before the transaction, which waits for nothing but the database.
  const attachment = await quotePdf(deps, { quote, name: recipientName(owner), code })
  await queueOnce(deps, caller, owner, { ...mail, attachment })
  return { queued: true }
}

const recipientName = ({ companyName, name }: Customer): string =>
  companyName ?? `${name.firstName} ${name.lastName}`

/**
 * A quote as the PDF that also goes out by email.
 *
 * @throws {ApiProblem} 404.
 */
export async function quoteDocument(
  deps: Deps,
  caller: QuoteCaller & Caller,
  quoteId: string,
): Promise<z.output<typeof calls.getQuoteDocument.answer>> {
  const quote = await getQuote(deps, caller, quoteId)
  const owner = quote.customerId === null ? null : await findCustomer(deps.db, quote.customerId)
  const code = await codeOfQuote(deps, caller, quote)
  return pdfFile(await quotePdf(deps, { quote, name: owner ? recipientName(owner) : '', code }))
}

/**
 * Mails a care plan for the car of a quote to the quote's owner.
 *
 * @param servicePlanCode Without it the one that the quote has.
 * @throws {ApiProblem} As {@link emailQuote}, 400 also for a plan that is not offered.
 */
export async function emailCarePlan(
  deps: Deps,
  caller: MailCaller,
  quoteId: string,
  { servicePlanCode }: z.output<typeof calls.emailCarePlan.body>,
): Promise<void> {
  const { quote, owner } = await quoteAndOwner(deps, caller, quoteId)
  const planCode = servicePlanCode ?? quote.request.servicePlanCode
  if (!planCode)
    throw notMailable(fieldError('servicePlanCode', 'is required: the quote has no care plan'))
  const plan = deps.catalogue.servicePlans.find((one) => one.code === planCode)
  const priced = priceQuote({ ...quote.request, servicePlanCode: planCode }, deps.catalogue)
  const line = priced.ok ? priced.value.lines.find((one) => one.code === planCode) : undefined
  if (!plan || !line)
    throw notMailable(fieldError('servicePlanCode', 'is not offered for this car'))
  await spendMail(deps, caller, owner)
  const mail = carePlanMail(deps, {
    to: owner.email,
    firstName: owner.name.firstName,
    quote,
    code: await codeOfQuote(deps, caller, quote),
    plan,
    priceCents: line.amountCents,
  })
  await queueOnce(deps, caller, owner, mail)
}
