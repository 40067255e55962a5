import { hidesForeign, names, needsToken, repeats, succeeds, type Check } from './check.ts'
import type { Visit } from './visit.ts'

const saved = async (visit: Visit) => ({
  token: await visit.token(),
  params: { id: (await visit.once('quote', () => visit.savedQuote())).quoteId },
})
const newlySaved = async (visit: Visit) => ({
  token: await visit.token(),
  params: { id: (await visit.savedQuote()).quoteId },
})
const request = async (visit: Visit) => ({ ...(await visit.request()) })
const saving = async (visit: Visit) => ({ token: await visit.token(), body: await request(visit) })
const emailing = async (visit: Visit) => {
  const { token, params } = await saved(visit)
  return { token, body: { quoteId: params.id } }
}

/** Of a visitor, whom this browser is not. */
const visitors = async (visit: Visit) => (await visit.visitorsQuote()).quoteId
const asCustomer = async (visit: Visit, id: string) => ({
  token: await visit.token(),
  params: { id },
})
const inBody = async (visit: Visit, quoteId: string) => ({
  token: await visit.token(),
  body: { quoteId },
})

export const quoteChecks: Record<string, Check[]> = {
  calculateQuote: [
    succeeds(
      'calculateQuote',
      async (visit) => ({ body: await request(visit) }),
      ({ json }) => {
        const { lines, totals } = json as {
          lines: { amountCents: number }[]
          totals: { driveAwayCents: number }
        }
        const sum = lines.reduce((cents, line) => cents + line.amountCents, 0)
        return sum === totals.driveAwayCents
          ? []
          : [`lines: wanted ${totals.driveAwayCents} cents in all, found ${sum}`]
      },
    ),
    names('payOption', 'calculateQuote', async (visit) => ({
      body: { ...(await request(visit)), payOption: 'GOLD' },
    })),
    names('kdcd', 'calculateQuote', () => ({ body: { payOption: 'CASH' } })),
    names('wheels', 'calculateQuote', async (visit) => ({
      body: { ...(await request(visit)), wheels: 5 },
    })),
  ],
  saveQuote: [
    succeeds('saveQuote', saving),
    needsToken('saveQuote', saving),
    names('payOption', 'saveQuote', async (visit) => {
      const { token, body } = await saving(visit)
      return { token, body: { ...body, payOption: 'GOLD' } }
    }),
    repeats('saveQuote', saving, (json) => (json as { quoteId: string }).quoteId),
    hidesForeign('saveQuote', inBody, visitors),
  ],
  getQuote: [
    succeeds('getQuote', saved),
    needsToken('getQuote', saved),
    hidesForeign('getQuote', asCustomer, visitors),
  ],
  refreshQuote: [
    succeeds('refreshQuote', saved),
    needsToken('refreshQuote', saved),
    hidesForeign('refreshQuote', asCustomer, visitors),
  ],
  emailQuote: [
    succeeds('emailQuote', emailing),
    needsToken('emailQuote', emailing),
    names('quoteId', 'emailQuote', async (visit) => ({ token: await visit.token() }), [
      'Validation',
      'InvalidEmailQuoteInfo',
    ]),
    repeats('emailQuote', emailing),
    hidesForeign('emailQuote', inBody, visitors),
  ],
  emailCarePlan: [
    succeeds('emailCarePlan', async (visit) => ({
      ...(await saved(visit)),
      body: await plan(visit),
    })),
    needsToken('emailCarePlan', saved),
    names('colour', 'emailCarePlan', async (visit) => ({
      ...(await saved(visit)),
      body: { colour: 'red' },
    })),
    hidesForeign('emailCarePlan', asCustomer, visitors),
  ],
  deleteQuote: [
    succeeds('deleteQuote', newlySaved),
    needsToken('deleteQuote', saved),
    hidesForeign('deleteQuote', asCustomer, visitors),
  ],
}

/** A care plan of the car, where it has one. */
async function plan(visit: Visit): Promise<Record<string, unknown>> {
  const { kdcd } = await visit.request()
  const { servicePlans } = await visit.need<{ servicePlans: { code: string }[] }>(
    'getVariantOption',
    { params: { option: kdcd } },
  )
  const [first] = servicePlans
  return first ? { servicePlanCode: first.code } : {}
}
