import { fetchPart } from '#lib/api/part.ts'

/** What talks to the server about a quote, fetched at the first need of it. */
export const quoteCalls = () => fetchPart(() => import('#stores/quote-calls.ts'))

/** Asks the server once whether reservations are offered; the rest of the page does not wait for it. */
export const loadConfig = async (): Promise<void> => {
  const part = await fetchPart(() => import('#stores/config.ts'))
  if (part.ok) await part.value.loadConfig()
}
