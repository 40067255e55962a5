import { listQuotes } from '#lib/quotes/calls.ts'
import * as calls from '#lib/quotes/calls.ts'
import type { Deps } from '#server/deps.ts'
import { browserIdCookie } from '#server/platform/http/browser-id.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { codeOfQuote, quoteByCode } from './quote-codes.ts'
import { emailCarePlan, emailQuote, quoteDocument } from './documents.ts'
import {
  calculateQuote,
  copyQuote,
  deleteQuote,
  getQuote,
  listCustomerQuotes,
  refreshQuote,
  saveQuote,
} from './quotes.ts'

export const quoteRoutes = (deps: Deps): Route[] => [
  route(calls.calculateQuote, ({ body, browserId, actor, ip, setHeader }) => {
    const id = browserId ?? deps.newId()
    if (browserId === null)
      setHeader('set-cookie', browserIdCookie(deps.keys, id, deps.settings.siteUrl))
    return calculateQuote(deps, body, { browserId: id, actor, ip })
  }),
  route(calls.getQuote, (call) => getQuote(deps, call, call.params.id)),
  route(calls.getQuoteDocument, (call) => quoteDocument(deps, call, call.params.id)),
  route(calls.createQuoteCode, async (call) => ({
    code: await codeOfQuote(deps, call, await getQuote(deps, call, call.params.id)),
  })),
  route(calls.getQuoteByCode, (call) => quoteByCode(deps, call.params.code, call.query.quoteId)),
  route(calls.deleteQuote, (call) => deleteQuote(deps, call, call.params.id)),
  route(calls.refreshQuote, (call) => refreshQuote(deps, call, call.params.id)),
  route(calls.saveQuote, (call) => saveQuote(deps, call, call.body)),
  route(calls.copyQuote, (call) => copyQuote(deps, call, call.params.id, call.body.customerId)),
  route(calls.emailQuote, (call) => emailQuote(deps, call, call.body)),
  route(calls.emailCarePlan, (call) => emailCarePlan(deps, call, call.params.id, call.body)),
  route(listQuotes, ({ params, query }) => listCustomerQuotes(deps, Number(params.id), query)),
]
