import { expect, type Page } from '@playwright/test'
import { arriveSignedIn } from '#tests/e2e/arrange.ts'
import { newBuyer, type Buyer } from '#tests/e2e/main-job.ts'

/** Who buys, and from where. */
export interface Cast {
  buyer: Buyer
  /** Signed out: the purchase begins unsaved. */
  isAnonymous: boolean
  /** Only people apply for finance here, for themselves. */
  applies: boolean
  /** The name of the member of staff who acts, and signs (decision 61). */
  staffName?: string
  arrive: (page: Page) => Promise<void>
}

/** Signed in, on a page that Back leads to. */
async function arriveAs(page: Page, { email }: Buyer) {
  await arriveSignedIn(page, email)
  await page.goto('/')
}

const known = (firstName: string, lastName: string, email: string): Buyer => ({
  ...newBuyer(),
  firstName,
  lastName,
  email,
})
const mia = known('Mia', 'Harris', 'customer@demo.example')
const rawiri = known('Rawiri', 'Kōpū', 'company@demo.example')

export const BUYERS: Record<string, () => Cast> = {
  'a visitor': () => ({
    buyer: newBuyer(),
    isAnonymous: true,
    applies: true,
    arrive: async (page) => void (await page.goto('/')),
  }),
  'a customer': () => ({
    buyer: mia,
    isAnonymous: false,
    applies: true,
    arrive: (page) => arriveAs(page, mia),
  }),
  'a company': () => ({
    buyer: rawiri,
    isAnonymous: false,
    applies: false,
    arrive: (page) => arriveAs(page, rawiri),
  }),
  'staff for a customer': () => ({
    buyer: mia,
    isAnonymous: false,
    applies: false,
    staffName: 'Sam Patel',
    async arrive(page) {
      await arriveSignedIn(page, 'staff@demo.example')
      await page.goto('/staff/#/search')
      await page.getByRole('combobox', { name: 'Search by' }).selectOption('Email')
      await page.getByRole('main').getByLabel('Search', { exact: true }).fill(mia.email)
      await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByRole('button', { name: 'Select' }).first().click()
      await expect(page.getByRole('region', { name: 'Acting for a customer' })).toContainText(
        'Acting for Mia Harris',
      )
    },
  }),
}
