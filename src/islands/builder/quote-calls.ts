import { loadModule } from '#lib/api/load-module.ts'

const loadQuoteCalls = () => import('#stores/quote/quote-calls.ts')

/** The API calls of quotes, loaded when first needed. */
export const quoteCalls = () => loadModule(loadQuoteCalls)

/** Asks the server once whether reservations are offered; the rest of the page does not wait for it. */
export const loadConfig = async (): Promise<void> => {
  const part = await quoteCalls()
  if (part.ok) await part.value.loadConfig()
}
