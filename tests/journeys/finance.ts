import type { Page } from '@playwright/test'
import { anApplication } from '#tests/builders/finance-application.ts'

const { declarations: _declarations, signature: _signature, ...ANSWERS } = anApplication()

/** Puts the lender’s answers where a form that was left has them: on the server. */
export async function keepFinanceDraft(page: Page): Promise<void> {
  const id = /#\/([\w-]+)\//.exec(page.url())![1]!
  const answer = await page.request.patch(`/api/purchase-journey/${id}`, {
    headers: { authorization: await bearerOf(page) },
    data: { financeApplication: ANSWERS },
  })
  if (!answer.ok()) throw new Error(`the draft is answered ${answer.status()}`)
}

/** The token of the person signed in on a page. */
async function bearerOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => localStorage.getItem('session:1') ?? '{}')
  const { token } = JSON.parse(stored) as { token: { access_token: string } }
  return `Bearer ${token.access_token}`
}
