import { expect, test } from './test.ts'

test('a test drive is asked for from a dealer’s page, and reaches the dealer', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/dealers/otago/')
  await page.getByRole('link', { name: 'Book a test drive' }).first().click()
  await expect(page.getByRole('combobox', { name: 'Dealer' })).toHaveValue('DUD01')

  await page.getByRole('button', { name: 'Request a test drive' }).click()
  for (const fault of ['Model is required', 'Day is required', 'Name is required'])
    await expect(page.getByText(fault)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Model' })).toBeFocused()
  await expectAccessible()

  await page.getByRole('combobox', { name: 'Model' }).selectOption('Tarn')
  await page.getByRole('combobox', { name: 'Day' }).selectOption({ index: 3 })
  await page.getByRole('combobox', { name: 'Time' }).selectOption('In the morning')
  await page.getByRole('main').getByLabel('Name').fill('Hēmi Pōtae')
  await page.getByRole('main').getByLabel('Email address').fill('hemi.potae@post.example')
  await page.getByLabel('Phone').fill('0215550123')
  await page.getByRole('button', { name: 'Request a test drive' }).click()

  const sent = page.getByRole('heading', { name: 'We’ve got your request' })
  await expect(sent).toBeFocused()
  await expect(page.getByText('Otago Tarvane will call or email you')).toBeVisible()
  await expectAccessible()
  const answer = await page.request.get('/api/demo/mail?to=dud01@tarvane.example')
  expect(await answer.text()).toContain('021 555 0123')
})
