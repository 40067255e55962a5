import { spendOfNetwork, type Caller } from '#server/platform/http/network-budgets.ts'
import type { z } from '#lib/shared/zod.ts'
import type * as calls from '#lib/messages/calls.ts'
import { missingDetails, TEST_DRIVE_DAYS } from '#lib/messages/enquiry.ts'
import { openDays } from '#lib/service/open-days.ts'
import { emailKey } from '#lib/shared/email.ts'
import { insertMessage } from './queries.ts'
import { spendPoint } from '#server/platform/database/rate-counters.ts'
import type { Deps } from '#server/deps.ts'
import { fieldError, invalid } from '#server/platform/http/api-problem.ts'
import { mailboxKey } from '#server/sign-in/codes.ts'
import { enquiryMail, enquiryReceivedMail } from './mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { toE164 } from '#server/customers/phone.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

type Enquiry = z.output<typeof calls.sendEnquiry.body>

/**
 * Stores an enquiry or a test drive request, mails it to its dealer or else to the brand, and acknowledges it to the
 * sender.
 *
 * The address is unproven, so the acknowledgement holds nothing that was typed, and only a few are sent a day.
 *
 * @throws {ApiProblem} 429 beyond the limit of a network; 400 naming the missing fields, an unknown model or dealer, or a
 *   day the dealer is closed.
 */
export async function sendEnquiry(
  deps: Deps,
  enquiry: Enquiry,
  messageId: string,
  by: Caller,
): Promise<void> {
  const { model, dealer, phone } = checkedEnquiry(deps, enquiry)
  const { kind, name, email, message = '', day, time } = enquiry
  const wished = day && time ? { day, time } : null
  const now = deps.now()
  await transact(deps, async (trx) => {
    const isNew = await insertMessage(trx, {
      message_id: messageId,
      kind,
      name,
      email,
      email_key: emailKey(email),
      phone,
      message,
      model_code: model?.code ?? null,
      outlet_code: dealer?.outletCode ?? null,
      wished_day: wished?.day ?? null,
      wished_time: wished?.time ?? null,
      created_at: now.toISOString(),
      done_at: null,
      done_by: null,
    })
    if (!isNew) return
    await spendOfNetwork(deps, trx, 'messages', by)
    const facts = { kind, name, email, phone, message, model, dealer, wished }
    await enqueueMail(deps, trx, enquiryMail(deps, facts))
    const sent = await spendPoint(trx, `enquiry-mail:${mailboxKey(deps.keys, email)}`, DAY_MS, now)
    if (sent <= deps.settings.limits.LIMIT_ENQUIRY_MAILS_PER_DAY)
      await enqueueMail(deps, trx, enquiryReceivedMail(deps, facts))
  })
}

function checkedEnquiry(deps: Deps, enquiry: Enquiry) {
  const { models, dealers } = deps.catalogue
  const missing = missingDetails(enquiry)
  if (missing.length > 0) throw invalid(missing.map((detail) => fieldError(detail, 'is required')))

  const model = models.find(({ code }) => code === enquiry.modelCode) ?? null
  const dealer = dealers.find(({ outletCode }) => outletCode === enquiry.outletCode) ?? null
  const phone = enquiry.phone ? toE164(enquiry.phone) : null
  const isTestDrive = enquiry.kind === 'TESTDRIVE'
  const faults = [
    ...(enquiry.modelCode && !model ? [fieldError('modelCode', 'is not one of our models')] : []),
    ...(enquiry.outletCode && !dealer
      ? [fieldError('outletCode', 'is not one of our dealers')]
      : []),
    ...(enquiry.phone && !phone
      ? [
          fieldError(
            'phone',
            'Enter a phone number. If it’s overseas, start with + and the country code',
          ),
        ]
      : []),
    ...(isTestDrive && dealer && !dealer.services.includes('SALES')
      ? [fieldError('outletCode', 'has no cars to test drive')]
      : []),
    ...(isTestDrive &&
    dealer &&
    !openDays(dealer, deps.now().getTime(), TEST_DRIVE_DAYS).includes(enquiry.day!)
      ? [fieldError('day', 'is not a day in the next four weeks when this dealer is open')]
      : []),
  ]
  if (faults.length > 0) throw invalid(faults)
  return { model, dealer, phone }
}
