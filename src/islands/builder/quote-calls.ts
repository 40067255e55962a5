import { fetchPart } from '#lib/api/part.ts'

/** What talks to the server about a quote, fetched at the first need of it. */
export const quoteCalls = () => fetchPart(() => import('#stores/quote-calls.ts'))
