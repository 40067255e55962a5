import { failureMessage } from '#lib/api/failure.ts'
import { emailSigningLink } from '#lib/purchases/agreement-calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { addToast } from '#stores/site/toasts.ts'

/** Emails the customer a link to a document that only they can sign, and shows the result in a toast. For staff. */
export async function sendSigningLink(
  id: string,
  document: 'AGREEMENT' | 'FINANCE',
): Promise<void> {
  const answer = await siteCall(emailSigningLink, { params: { id }, body: { document } })
  addToast(
    answer.ok
      ? { kind: 'success', text: 'We’ve emailed the customer a link to sign.' }
      : { kind: 'error', text: `We couldn’t send the link. ${failureMessage(answer.failure)}` },
  )
}
