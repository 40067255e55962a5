import { anApplication, aReferredApplication } from '#tests/builders/finance-application.ts'
import { arriveSignedIn, callsOf } from '#tests/e2e/arrange.ts'
import { expect, test } from '#tests/e2e/test.ts'

const MIA = 'customer@demo.example'
const CAR = { payOption: 'LOANCLASIC' } as const

test('the lender’s questions at every width', async ({ page, expectAccessibleAtEveryWidth }) => {
  const mia = await callsOf(page.request, MIA)
  const { id } = await mia.started(CAR)
  await arriveSignedIn(page, MIA)
  for (const place of ['', '/assets-income', '/liabilities', '/signature']) {
    await page.goto(`/purchase/#/${id}/finance${place}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('button', { name: /^(Continue|Sign and send)$/ })).toBeVisible()
    await expectAccessibleAtEveryWidth()
    // With all that is missing said.
    await main.getByRole('button', { name: /^(Continue|Sign and send)$/ }).click()
    await expect(main.locator('[aria-invalid="true"]').first()).toBeVisible()
    await expectAccessibleAtEveryWidth()
  }
})

const whole = anApplication()
/** Domain notes 7.4: each is what the simulated lender answers with a decision. */
const APPLICATIONS = {
  AUTOAPPR: whole,
  CONDITIONL: anApplication({ residence: { ...whole.residence, driverLicenceType: 'LEARN' } }),
  MANUWRITE: aReferredApplication,
  DECLINE: anApplication({ income: { ...whole.income, incomeAfterTaxCents: 200_000 } }),
}
const SAYS = {
  AUTOAPPR: 'Pre-approved, subject',
  CONDITIONL: 'Pre-approved with conditions',
  MANUWRITE: 'Your application has been referred for review',
  DECLINE: 'The lender can’t offer',
}

for (const code of ['AUTOAPPR', 'CONDITIONL', 'MANUWRITE', 'DECLINE'] as const)
  test(`the lender’s answer ${code} at every width`, async ({
    page,
    expectAccessibleAtEveryWidth,
  }) => {
    const mia = await callsOf(page.request, MIA)
    const { id } = await mia.started(CAR)
    await mia.post(`/purchase-journey/${id}/finance-application`, APPLICATIONS[code])
    await arriveSignedIn(page, MIA)
    await page.goto(`/purchase/#/${id}/finance`)
    await expect(page.getByRole('main')).toContainText(SAYS[code])
    await expectAccessibleAtEveryWidth()
    await page.goto(`/purchase/#/${id}/confirm`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your purchase')
    await expectAccessibleAtEveryWidth()
  })

test('the work list and a purchase as staff see them, at every width', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  const mia = await callsOf(page.request, MIA)
  const id = await mia.confirmed()
  await arriveSignedIn(page, 'staff@demo.example')
  await page.goto('/staff/#/work')
  await expect(page.getByRole('heading', { level: 1, name: 'Work list' })).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Mia Harris/ })
      .first(),
  ).toBeVisible()
  await expectAccessibleAtEveryWidth()
  await page.goto(`/staff/#/purchase/${id}`)
  await expect(page.getByRole('heading', { name: 'Actions' })).toBeVisible()
  await expectAccessibleAtEveryWidth()
})
