import { arriveSignedIn, callsOf } from './arrange.ts'
import { expect } from './test.ts'
import { test, reach, press, type, main, heading, toast } from './by-keyboard.ts'

// A customer's quotes, purchases and reservations by keyboard alone, each state looked at by axe at five widths.

test('quotes are refreshed, mailed and deleted; purchases and reservations say all there is', async ({
  page,
  request,
  expectAccessibleAtEveryWidth,
}) => {
  test.slow()
  const email = 'company@demo.example'
  await arriveSignedIn(page, email)
  await page.goto('/customer/#/agreements')
  await expect(main(page).getByText('You haven’t started a purchase yet.')).toBeVisible()
  await expectAccessibleAtEveryWidth()

  const { quote, confirmed } = await callsOf(request, email)
  const staff = await callsOf(request, 'staff@demo.example')
  await quote()
  await quote({ kdcd: 'CV27P-A', colourCode: undefined })
  const id = await confirmed()
  const reserved = await confirmed({ payOption: 'RESERVATION' })
  for (const [purchase, amountCents] of [
    [id, 100_000],
    [reserved, 50_000],
  ] as const)
    await staff.post(`/staff/journeys/${purchase}/receipts`, {
      source: 'BANKTRF',
      amountCents,
      reference: `R-${purchase}`,
    })
  await staff.post(`/staff/journeys/${id}/delivery`, { deliveryStatus: 'DISPATCHED' })
  await staff.post(`/staff/journeys/${id}/agreement`, {})

  await page.goto('/customer/#/quotes')
  const refresh = main(page).getByRole('button', { name: /^Refresh price/ })
  await expect(refresh).toHaveCount(2)
  await press(page, refresh.first())
  await expect(main(page).getByText('The price hasn’t changed')).toBeVisible()
  await press(
    page,
    main(page)
      .getByRole('button', { name: /^Email quote/ })
      .first(),
  )
  await expect(toast(page, `The quote is on its way to ${email}`)).toBeVisible()
  await press(
    page,
    main(page)
      .getByRole('button', { name: /^Delete/ })
      .first(),
  )
  const undo = main(page).getByRole('button', { name: /^Undo/ })
  await expect(undo).toBeFocused()
  await expectAccessibleAtEveryWidth()
  await page.keyboard.press('Enter')
  await expect(undo).toHaveCount(0)
  await press(
    page,
    main(page)
      .getByRole('button', { name: /^Delete/ })
      .first(),
  )
  // Leaving before the time is over confirms the choice.
  await page.goto('/terms/')
  await page.goto('/customer/#/quotes')
  await expect(refresh).toHaveCount(1)

  await page.goto('/customer/#/agreements')
  const card = main(page).getByRole('article').filter({ hasText: 'What happens next' }).last()
  await expect(card.getByRole('list', { name: 'Delivery' })).toContainText('On its way')
  await expect(card.getByText(/^Expected \d/)).toBeVisible()
  await expect(card.getByText('Still to pay')).toBeVisible()
  await expectAccessibleAtEveryWidth()
  await press(page, card.getByRole('link', { name: 'Receipt' }))
  await expect(main(page).getByRole('heading', { name: 'Receipt' })).toBeFocused()
  await expect(main(page).getByText('12 Kauri Road, Westmere, Auckland 1022')).toBeVisible()
  await expectAccessibleAtEveryWidth()
  await page.goBack()
  await expect(heading(page, 'My Purchases')).toBeFocused()

  await press(page, card.getByRole('link', { name: /^Read the agreement/ }))
  await expect(main(page).getByRole('heading', { name: 'Vehicle sale agreement' })).toBeFocused()
  await expectAccessibleAtEveryWidth()
  await reach(page, main(page).getByRole('checkbox', { name: /^I have read this agreement/ }))
  await page.keyboard.press('Space')
  await type(page, main(page).getByLabel('Full name'), 'Hana Whitford')
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('You have accepted this agreement')).toBeVisible()
  await expectAccessibleAtEveryWidth()
  await press(page, main(page).getByRole('link', { name: 'Back to My Purchases' }))
  await expect(main(page).getByText('Agreement signed')).toBeVisible()
  await press(page, card.getByRole('button', { name: /^Choose a time/ }))
  await reach(page, card.getByRole('combobox', { name: 'Day' }))
  await page.keyboard.press('ArrowDown')
  await reach(page, card.getByRole('combobox', { name: 'Time' }))
  await page.keyboard.press('ArrowDown')
  await expectAccessibleAtEveryWidth()
  await press(page, card.getByRole('button', { name: 'Book this time' }))
  await expect(toast(page, 'Your hand-over is booked')).toBeVisible()
  await expect(card.getByRole('button', { name: /^Add to calendar/ })).toBeVisible()

  await press(page, card.getByRole('button', { name: /^Cancel purchase/ }))
  // A second Enter by mistake cancels nothing.
  await expect(card.getByRole('heading', { name: 'Cancel this purchase?' })).toBeFocused()
  await press(page, card.getByRole('button', { name: 'Yes, cancel it' }))
  await expect(toast(page, 'Your purchase is cancelled.')).toBeVisible()
  await expect(main(page).getByText('Cancelled', { exact: true })).toBeVisible()

  await page.goto('/customer/#/reservations')
  await expect(main(page).getByText('Reserved for 14 more days')).toBeVisible()
  await expectAccessibleAtEveryWidth()
  await press(page, main(page).getByRole('link', { name: /^Buy this car/ }))
  await expect(page).toHaveURL(/build-and-quote\/\?kdcd=TN27H-A&colour=BLD/)
  await expect(
    page.getByRole('group', { name: 'Pay option' }).getByRole('radio', { name: /^Cash/ }),
  ).toBeChecked()
})
