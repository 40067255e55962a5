import { tryInLab } from '#lib/demo/calls.ts'
import * as calls from '#lib/site/calls.ts'
import { emailKey } from '#lib/shared/email.ts'
import { findMail, listMails, type SealedMail } from '#server/platform/mail/outbox-queries.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { WEB_CLIENT } from '#server/api-clients/oauth.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { newChallenge } from '#server/sign-in/captcha.ts'
import { tryInLab as experimentInLab } from '#server/demo/lab.ts'
import { configOf } from './config.ts'
import { openApiOf } from './openapi.ts'
import { contentOf } from '#server/platform/mail/outbox.ts'

/** The most messages shown of the demo mailbox. */
const MAX_MAILS = 50

export const siteRoutes = (deps: Deps): Route[] => {
  const { settings, card, bank, register, valuation, lender } = deps
  const config = configOf(deps, {
    calls: 'all',
    client: WEB_CLIENT,
    card: card.name,
    isCardTest: card.name === 'stripe' && card.testMode,
    bankPayment: bank.name,
    register: register.name,
    valuation: valuation.name,
    hasSoftCheck: lender.softCheck !== undefined,
  })
  const readable = (mail: SealedMail) => {
    try {
      return contentOf(deps, mail)
    } catch (error) {
      deps.log.error({ err: error, mail: mail.outbox_id }, 'an email could not be opened')
      return { text: 'This message can’t be opened.', html: '' }
    }
  }
  let openApi: Record<string, unknown> | null = null

  return [
    route(calls.getConfig, () => config),
    route(calls.getCaptchaChallenge, async () => {
      const { parameters, signature } = await newChallenge(deps)
      return { parameters: { ...parameters }, signature }
    }),
    route(calls.getOpenApi, () => (openApi ??= openApiOf(deps))),
    route(calls.listDemoMail, async ({ query }) => {
      if (!settings.isDemo) throw notFound()
      const mails = await listMails(deps.db, query.to ? emailKey(query.to) : null, MAX_MAILS)
      return {
        messages: mails.map((mail) => {
          const { text, html } = readable(mail)
          return {
            to: mail.recipient,
            subject: mail.subject,
            text,
            html,
            queuedAt: mail.queued_at,
            attachment: mail.attachment_name
              ? { id: mail.outbox_id, name: mail.attachment_name }
              : null,
          }
        }),
      }
    }),
    route(calls.getDemoAttachment, async ({ params }) => {
      const mail = settings.isDemo ? await findMail(deps.db, params.id) : null
      const base64 = mail && contentOf(deps, mail).attachmentBase64
      if (!mail?.attachment_name || !base64) throw notFound()
      return { name: mail.attachment_name, base64 }
    }),
    route(tryInLab, ({ body }) => experimentInLab(deps, body)),
  ]
}
