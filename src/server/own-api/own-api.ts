import { getStripeConfig } from '#lib/payments/calls.ts'
import { listCountries } from '#lib/catalogue/calls.ts'
import { z } from '#lib/shared/zod.ts'
import type { configOf } from '#server/site/config.ts'
import type { OwnApiSettings } from '#server/platform/settings/own-api.ts'

/** How long a look at the API holds. */
const LOOK_HOLDS_MS = 5_000
const FACTS_HOLD_MS = 60_000
/** A look waits this long for an answer. */
const LOOK_TIMEOUT_MS = 5_000

/** What is known of the brand's own API. */
export interface OwnApi {
  /** Whether it answers, as far as seen in the last seconds. */
  answers(): Promise<boolean>
  /** What it has, for the pages. */
  facts(): Promise<Parameters<typeof configOf>[1]>
}

export function openOwnApi(
  { url, client, hasBankPayments }: OwnApiSettings,
  now: () => number = () => performance.now(),
): OwnApi {
  const get = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(LOOK_TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return answer.json()
  }
  const answers = held(LOOK_HOLDS_MS, now, () =>
    get(listCountries.path).then(
      () => true,
      () => false,
    ),
  )
  const cards = held(FACTS_HOLD_MS, now, () =>
    get(getStripeConfig.path).then(
      (answer) =>
        z.safeParse(getStripeConfig.answer, answer).data ?? { enabled: false, testMode: false },
      () => null,
    ),
  )
  return {
    answers,
    facts: async () => {
      const { enabled, testMode } = (await cards()) ?? { enabled: false, testMode: false }
      return {
        calls: 'specification',
        client,
        card: enabled ? 'stripe' : 'none',
        isCardTest: enabled && testMode,
        bankPayment: hasBankPayments ? 'poli' : 'none',
        register: 'own-api',
        valuation: 'off',
        hasSoftCheck: false,
      }
    },
  }
}

/** Asks again only after a while; at once where there was no answer. */
function held<T>(forMs: number, now: () => number, ask: () => Promise<T>): () => Promise<T> {
  let asked: { answer: Promise<T>; untilMs: number } | null = null
  return () => {
    if (asked && now() < asked.untilMs) return asked.answer
    const answer = ask()
    const current = { answer, untilMs: now() + forMs }
    asked = current
    void answer.then((value) => {
      if (value === null && asked === current) asked = null
    })
    return answer
  }
}
