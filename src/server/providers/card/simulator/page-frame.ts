import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { securityHeaders } from '../../../http/security-headers.ts'
import { NOTICES } from './notices.ts'
import { STYLE } from './page-style.ts'

export type Html = ReturnType<typeof html>

/** Whether the buyer comes back to the shop, by the name in the page's select. */
export const RETURNS: Record<string, string> = { usual: 'As usual', never: 'Never' }

// Put together here: white space round the text would be part of what the hash is of.
const STYLE_ELEMENT = raw(`<style>${STYLE}</style>`)
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The headers of every page of a simulated provider. */
export const pageHeaders = (siteUrl: string): Record<string, string> => ({
  ...securityHeaders(siteUrl),
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
})

/**
 * A page of a simulated provider.
 *
 * @param who Whose page it is: `Simulated card provider`.
 */
export const framePage = (who: string, title: string, body: Html): Html =>
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

/** The part of a page where somebody chooses what gets lost. */
export const simulationPart = (notice: string, comesBack: string): Html => html`
  <details ${notice !== 'usual' || comesBack !== 'usual' ? raw('open') : ''}>
    <summary>Simulation</summary>
    <p>How the shop learns of the payment, to try out what happens when something gets lost.</p>
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
