import { Storefront } from '../e2e/server.ts'
import { test as base } from '../e2e/test.ts'

/** Where `run.ts` has built the brand. */
export const FOLDER = process.env.BUILT_BRAND ?? ''
if (!FOLDER) throw new Error('Run “npm run test:brand”, which builds the brand first.')

/** A test of the built brand. */
export const test = base.extend<object, { storefront: Storefront }>({
  storefront: [
    async ({}, use) => {
      const storefront = await Storefront.start({ LOG_LEVEL: 'info' }, FOLDER)
      await use(storefront)
      await storefront.stop()
    },
    { scope: 'worker' },
  ],
})
