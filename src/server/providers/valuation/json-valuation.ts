import { cents } from '#lib/shared/input.ts'
import { z } from '#lib/shared/zod.ts'
import { ask, understood } from '../ask.ts'
import type { ValuationProvider } from './valuation-provider.ts'

/** A valuation service with the API of docs/look-ups.md. */
export interface ValuationSettings {
  /** The server, without a slash at the end. */
  url: string
  key: string
}

const WHAT = 'The valuation service'
/** A person waits for the answer, after the register's. */
const TIMEOUT_MS = 5_000

const Answer = z.object({ lowCents: cents, highCents: cents }).check(
  z.refine(({ lowCents, highCents }) => lowCents <= highCents, {
    path: ['highCents'],
    error: 'must not be below lowCents',
  }),
)

export const jsonValuation = ({ url, key }: ValuationSettings): ValuationProvider => ({
  name: 'valuation service',
  async value({ registration, vin, make, model, year, odometerKm }) {
    const reply = await ask({
      what: WHAT,
      url: new URL(`${url}/valuations`),
      headers: { authorization: `Bearer ${key}` },
      json: { registration, vin, make, model, year, odometerKm },
      timeoutMs: TIMEOUT_MS,
    })
    if (reply.status === 404) return null
    const { lowCents, highCents } = understood(WHAT, Answer, reply)
    return { lowCents, highCents }
  },
})
