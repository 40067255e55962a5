import { createHash } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html, raw } from 'hono/html'
import { securityHeaders } from '#server/platform/http/security-headers.ts'
import { basePath } from '#lib/shared/site-paths.ts'
import { NOTICES } from './notices.ts'
import { STYLE } from './page-style.ts'

export type Html = ReturnType<typeof html>

/** Whether the buyer comes back to the shop, by the name in the page's select. */
const RETURNS: Record<string, string> = { usual: 'As usual', never: 'Never' }

// Built here, because white space around the text would change its hash.
const STYLE_ELEMENT = raw(`<style>${STYLE}</style>`)
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  'font-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

export interface PagesOptions {
  siteUrl: string
  /** Closes expired pages. */
  expireOverdue: () => Promise<unknown>
}

/**
 * The payment pages of a simulated provider: plain forms, no script. They are below the shop's own address, so that they
 * can be reached wherever the shop can, but do not look like the shop.
 *
 * @param place Their path: `/demo/card`.
 * @param who The provider's name: `Simulated card provider`.
 */
export function providerPages(
  place: string,
  who: string,
  { siteUrl, expireOverdue }: PagesOptions,
) {
  const app = new Hono({ strict: false }).basePath(`${basePath(new URL(siteUrl).pathname)}${place}`)
  const headers = {
    ...securityHeaders(siteUrl),
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
  }
  app.use(bodyLimit({ maxSize: 4096 }))
  app.use(async (c, next) => {
    await expireOverdue()
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  })
  const page = (title: string, body: Html): Html => framePage(who, title, body)
  const missing = (c: Context) => c.html(page('Payment page not found', missingPage), 404)
  app.notFound(missing)
  return { app, page, missing }
}

/** The buyer's choices under “Simulation”. */
export function behaviourIn(form: URLSearchParams): { notice: string; comesBack: string } {
  const choice = (name: string, choices: object) => {
    const value = form.get(name) ?? ''
    return Object.hasOwn(choices, value) ? value : 'usual'
  }
  return { notice: choice('notice', NOTICES), comesBack: choice('return', RETURNS) }
}

const framePage = (who: string, title: string, body: Html): Html =>
  html`<!doctype html>
    <html lang="en-NZ">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} – ${who.toLowerCase()}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <header>
          <p class="name">${who}</p>
          <p>A stand-in for testing. No money moves.</p>
        </header>
        <main>${body}</main>
      </body>
    </html>`

/** The part of a page with the choice of failures. */
export const simulationPart = (notice: string, comesBack: string): Html => html`
  <details ${notice !== 'usual' || comesBack !== 'usual' ? raw('open') : ''}>
    <summary>Simulation</summary>
    <p>
      Choose how the shop hears about the payment, to test what happens when a message goes missing.
    </p>
    ${select('notice', 'Notice', NOTICE_LABELS, notice)}
    ${select('return', 'Return', RETURNS, comesBack)}
  </details>
`

const NOTICE_LABELS = Object.fromEntries(
  Object.entries(NOTICES).map(([name, { label }]) => [name, label]),
)

const select = (
  name: string,
  label: string,
  choices: Record<string, string>,
  chosen: string,
): Html => html`
  <label for="${name}">${label}</label>
  <select id="${name}" name="${name}">
    ${Object.entries(choices).map(
      ([value, text]) =>
        html`<option value="${value}" ${value === chosen ? raw('selected') : ''}>${text}</option>`,
    )}
  </select>
`

export const leftPage: Html = html`
  <h1>The buyer has left</h1>
  <p>
    As asked for under “Simulation”, the buyer does not come back to the shop from here. The shop
    finds out by a notice, or by asking.
  </p>
`

const missingPage: Html = html`
  <h1>There is no such payment page</h1>
  <p>Start the payment again in the shop.</p>
`
