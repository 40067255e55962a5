import type { Result } from '#lib/api/failure.ts'

type QuoteCalls = typeof import('#stores/quote-calls.ts')

/** What talks to the server about a quote, fetched at the first need of it. */
export const quoteCalls = (): Promise<Result<QuoteCalls>> =>
  import('#stores/quote-calls.ts').then(
    (value) => ({ ok: true, value }),
    () => ({ ok: false, failure: { kind: 'network', reason: 'failed' } }),
  )
