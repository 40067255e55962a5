import type { Page } from '@playwright/test'
import { SAMPLE_PASSWORD } from '../../src/lib/demo/sample-accounts.ts'
import { configureTarn, signIn, startPurchase } from '../e2e/main-job.ts'
import { BUILDER, CONTENT, PHOTOGRAPHS, SIGNED_IN, type Budget } from './page-budgets.ts'

export interface Measured {
  name: string
  budget: Budget
  /** Its path, or how a visitor gets to it. */
  at: string | ((page: Page) => Promise<void>)
}

export interface Visit {
  begin?: (page: Page) => Promise<void>
  pages: Measured[]
}

/** What anyone sees of a brand, with the slugs of two of its models. */
const visitor = ({ photographed, drawn }: { photographed: string; drawn: string }): Visit => ({
  pages: [
    { name: 'home, photographs', budget: PHOTOGRAPHS, at: '/' },
    { name: 'model, photographs', budget: PHOTOGRAPHS, at: `/models/${photographed}/` },
    { name: 'model', budget: CONTENT, at: `/models/${drawn}/` },
    { name: 'offers', budget: CONTENT, at: '/offers/' },
    { name: 'dealers', budget: CONTENT, at: '/dealers/' },
    { name: 'recalls', budget: CONTENT, at: '/recalls/' },
    { name: 'build and quote', budget: BUILDER, at: '/build-and-quote/' },
  ],
})

/** Who looks: each in a browser of their own. */
export const SAMPLE_VISITS: Visit[] = [
  visitor({ photographed: 'tarn', drawn: 'cove' }),
  {
    begin: (page) => signInAs(page, 'customer@demo.example', '/customer/'),
    pages: [
      { name: 'customer', budget: SIGNED_IN, at: '/customer/' },
      {
        name: 'purchase',
        budget: SIGNED_IN,
        async at(page) {
          await configureTarn(page)
          await startPurchase(page)
        },
      },
      { name: 'purchase by address', budget: SIGNED_IN, at: '/purchase/?kdcd=TN27H-A' },
    ],
  },
  {
    begin: (page) => signInAs(page, 'staff@demo.example', '/staff/'),
    pages: [{ name: 'staff', budget: SIGNED_IN, at: '/staff/' }],
  },
]

/** What a visitor of the second brand sees; the Kea has photographs, and home begins with one. */
export const BRAND_VISITS: Visit[] = [
  visitor({ photographed: 'kea', drawn: 'tui' }),
  {
    begin: (page) => signInAs(page, 'customer@demo.example', '/customer/'),
    pages: [
      { name: 'customer', budget: SIGNED_IN, at: '/customer/' },
      {
        name: 'purchase',
        budget: SIGNED_IN,
        async at(page) {
          await page.goto('/purchase/?kdcd=KE28T-A')
          await page.waitForURL(/#/)
        },
      },
      { name: 'purchase by address', budget: SIGNED_IN, at: '/purchase/?kdcd=KE28T-A' },
    ],
  },
  {
    begin: (page) => signInAs(page, 'staff@demo.example', '/staff/'),
    pages: [{ name: 'staff', budget: SIGNED_IN, at: '/staff/' }],
  },
]

async function signInAs(page: Page, email: string, path: string): Promise<void> {
  await page.goto(path)
  await signIn(page, email, SAMPLE_PASSWORD)
}
