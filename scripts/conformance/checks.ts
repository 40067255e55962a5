import { accountChecks } from './account-checks.ts'
import { isTagged, names, succeeds, type Check } from './check.ts'
import { captchaHeaders } from './caller.ts'
import { problemFaults } from './judge.ts'
import { purchaseChecks } from './purchase-checks.ts'
import { quoteChecks } from './quote-checks.ts'
import type { Visit } from './visit.ts'

const withCaptcha = async (visit: Visit) => ({ headers: await captchaHeaders(visit.target) })

const option = async (visit: Visit) => ({ params: { option: (await visit.request()).kdcd } })

const catalogueChecks: Record<string, Check[]> = {
  listModels: [
    succeeds('listModels', undefined, ({ json }) =>
      (json as { models: unknown[] }).models.length > 0 ? [] : ['models: wanted some, found none'],
    ),
    isTagged('listModels'),
  ],
  getVariantOption: [
    succeeds('getVariantOption', option),
    {
      what: 'a code nobody knows',
      run: async (visit) =>
        problemFaults(
          await visit.send('getVariantOption', { params: { option: 'NO-SUCH' } }),
          [404],
        ),
    },
  ],
  getBuildAndQuoteContent: [
    succeeds('getBuildAndQuoteContent'),
    isTagged('getBuildAndQuoteContent'),
  ],
  listCountries: [
    succeeds('listCountries', undefined, ({ json }) => {
      const [first] = (json as { countries: { code: string }[] }).countries
      return first?.code === 'NZ' ? [] : [`countries.0.code: wanted NZ, found ${first?.code}`]
    }),
    isTagged('listCountries'),
  ],
  listDealers: [succeeds('listDealers'), isTagged('listDealers')],
  retrieveAndCreateCar: [
    succeeds('retrieveAndCreateCar', async (visit) => ({
      params: { regNo: await visit.registration() },
      ...(await withCaptcha(visit)),
    })),
    {
      what: 'a plate nobody has',
      run: async (visit) =>
        problemFaults(
          await visit.send('retrieveAndCreateCar', {
            params: { regNo: 'ZZZ999' },
            ...(await withCaptcha(visit)),
          }),
          [404],
        ),
    },
  ],
  findRecalls: [
    succeeds('findRecalls', async (visit) => ({
      query: { registration: await visit.registration() },
      ...(await withCaptcha(visit)),
    })),
    {
      what: 'neither registration nor VIN',
      run: async (visit) =>
        problemFaults(await visit.send('findRecalls', await withCaptcha(visit)), [400], {
          codes: ['Validation', 'InvalidRecallInfo'],
        }),
    },
    names('colour', 'findRecalls', async (visit) => ({
      query: { registration: 'ABC123', colour: 'red' },
      ...(await withCaptcha(visit)),
    })),
  ],
}

/** What is looked at, by call. */
export const CHECKS: Record<string, Check[]> = {
  ...catalogueChecks,
  ...quoteChecks,
  ...purchaseChecks,
  ...accountChecks,
}
