import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { arriveSignedIn } from './arrange.ts'
import { codeMailedTo, expect } from './test.ts'
import {
  test,
  reach,
  press,
  type,
  main,
  menu,
  heading,
  toast,
  signInByKeyboard,
} from './by-keyboard.ts'

// The user menu and the account by keyboard alone, each state looked at by axe at five widths.

// One after the other, in one worker: its storefront is another than the rest are tested on.
test.describe.configure({ mode: 'default' })

const MIA = 'customer@demo.example'
const NEW_PASSWORD = 'seven grey herons stood'

test('§2 the user menu: two steps, Back, a new code, links, Escape, Log out', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  await page.goto('/privacy/')
  const opener = menu(page).getByRole('button', { name: 'Login', exact: true }).first()
  const email = menu(page).getByLabel('Email address')
  const password = menu(page).getByLabel('Password')
  await press(page, opener)
  await expect(menu(page).getByRole('heading', { name: 'Register' })).toBeVisible()
  await expect(menu(page).getByRole('button', { name: 'Create an account' })).toBeVisible()
  await type(page, email, 'nonsense')
  await page.keyboard.press('Enter')
  await expect(menu(page).getByText('Please enter a valid email address')).toBeVisible()
  await expectAccessibleAtEveryWidth()
  const desk = page.viewportSize()!
  for (const width of [320, 360, 400]) {
    await page.setViewportSize({ width, height: 780 })
    await expect(page.locator('.menu__panel')).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize(desk)

  // Escape leaves the field first, then closes, and the button has the focus.
  await expect(email).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(email).not.toBeFocused()
  await expect(email).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(email).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await type(page, email, MIA)
  await page.keyboard.press('Enter')
  await expect(password).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    menu(page).getByText('Please enter your password or check your email for your one-time code'),
  ).toBeVisible()
  for (const wrong of ['wrong', 'wrong too']) {
    await type(page, password, wrong)
    await page.keyboard.press('Enter')
    // Waits for this answer, as the text of the one before is shown already.
    await expect(menu(page).locator('[type="submit"][aria-busy]')).toHaveCount(0)
    await expect(toast(page, 'Failed to sign in: Invalid username or password')).toHaveCount(1)
  }
  await expectAccessibleAtEveryWidth()

  await press(page, menu(page).getByRole('button', { name: 'Back' }))
  await expect(email).toHaveValue(MIA)
  await page.keyboard.press('Enter')
  await expect(password).toHaveValue('')
  await press(page, menu(page).getByRole('button', { name: 'Send code again' }))
  await expect(menu(page).getByText('a new code is on its way')).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'Forgotten password?' })).toBeVisible()
  await type(page, password, await codeMailedTo(page, MIA))
  await page.keyboard.press('Enter')

  const greeting = menu(page).getByRole('button', { name: 'Hi, Mia' })
  await expect(greeting).toBeFocused()
  await expect(toast(page, 'Signed in')).toBeVisible()
  await expect(toast(page, 'Failed to sign in')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(menu(page).getByRole('list').last().getByRole('link')).toHaveText([
    'My Profile',
    'My Quotes',
    'My Reservations',
    'My Purchases',
  ])
  await expectAccessibleAtEveryWidth()
  await press(page, menu(page).getByRole('link', { name: 'My Profile' }))
  await expect(heading(page, 'My Profile')).toBeVisible()

  await press(page, greeting)
  await press(page, menu(page).getByRole('button', { name: 'Log out' }))
  await expect(heading(page, 'Sign in')).toBeVisible()
})

test('a customer takes their data along, has the account deleted, and keeps it after all', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  await arriveSignedIn(page, MIA)
  await page.goto('/customer/#/profile')
  await press(page, main(page).getByRole('button', { name: 'Request my data' }))
  await expect(main(page).getByText('We’re putting your data together')).toBeVisible()
  await expectAccessibleAtEveryWidth()
  await expect(async () => {
    await main(page).getByRole('button', { name: 'Check again' }).click({ timeout: 1000 })
    await expect(main(page).getByText('Your copy is ready')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expectAccessibleAtEveryWidth()
  const download = page.waitForEvent('download')
  await press(page, main(page).getByRole('button', { name: 'Download my data' }))
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)

  await press(page, main(page).getByRole('button', { name: 'Delete my account' }))
  await expectAccessibleAtEveryWidth()
  await type(page, main(page).getByLabel('Current password'), SAMPLE_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(main(page).getByText(/This account will be deleted on/)).toBeVisible()
  await expectAccessibleAtEveryWidth()
  await page.reload()
  await press(page, main(page).getByRole('button', { name: 'Keep my account' }))
  await expect(main(page).getByText(/This account will be deleted on/)).toHaveCount(0)
})

// Ends with another password and address, so after what else is of the same customer.
test('the profile: phones, consent, devices, password, address', async ({
  page,
  browser,
  storefront,
  expectAccessibleAtEveryWidth,
}) => {
  test.slow()
  await arriveSignedIn(page, MIA)
  await page.goto('/customer/#/profile')
  await expect(main(page).getByText('This device, in use now')).toBeVisible()
  await expectAccessibleAtEveryWidth()

  await type(page, main(page).getByLabel('Work phone'), '093021234')
  await page.keyboard.press('Tab')
  await expect(main(page).getByLabel('Work phone')).toHaveValue('09 302 1234')
  await reach(page, main(page).getByRole('checkbox', { name: /Send me news/ }))
  await page.keyboard.press('Space')
  await press(page, main(page).getByRole('button', { name: 'Save profile' }))
  await expect(main(page).getByText(/You agreed to this on .*, in your profile/)).toBeVisible()

  // Another person uses another browser.
  const elsewhere = await browser.newPage({ baseURL: storefront.url })
  await signInByKeyboard(elsewhere, MIA)
  await page.reload()
  await press(
    page,
    main(page)
      .getByRole('button', { name: /^Sign out\b(?! elsewhere)/ })
      .first(),
  )
  await expect(toast(page, 'has been signed out')).toBeVisible()
  await elsewhere.reload()
  await expect(heading(elsewhere, 'Sign in')).toBeVisible()
  await elsewhere.close()

  await press(page, main(page).getByRole('button', { name: 'Change password' }))
  const current = main(page).getByLabel('Current password')
  await expect(current).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('Please enter your current password')).toBeVisible()
  await expectAccessibleAtEveryWidth()
  await type(page, current, SAMPLE_PASSWORD)
  await type(page, main(page).getByLabel('New password'), 'too short')
  await page.keyboard.press('Enter')
  await expect(main(page).getByLabel('New password')).toHaveAttribute('aria-invalid', 'true')
  await type(page, main(page).getByLabel('New password'), NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Your password is changed')).toBeVisible()
  await expect(main(page).getByRole('button', { name: 'Change password' })).toBeFocused()

  const moved = `mia.${Date.now()}@post.example`
  await press(page, main(page).getByRole('button', { name: 'Change email address' }))
  await type(page, main(page).getByLabel('New email address'), moved)
  await type(page, current, NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(main(page).getByText(`If no one else signs in with ${moved}`)).toBeVisible()
  await expectAccessibleAtEveryWidth()
  await type(page, main(page).getByLabel('Verification code'), await codeMailedTo(page, moved))
  await page.keyboard.press('Enter')
  await expect(toast(page, `Your email address is now ${moved}`)).toBeVisible()
})

test('§2 an account is created for a company, has nothing yet, and is given a password', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  test.slow()
  const email = `kowhai.gardens.of.the.whole.bay.${Date.now()}@correspondence.household.example`
  await page.goto('/customer/#/create')
  await reach(page, main(page).getByRole('radio', { name: 'Myself' }))
  await page.keyboard.press('ArrowRight')
  await type(page, main(page).getByLabel('Company name'), 'Kōwhai Gardens Limited')
  await type(page, main(page).getByLabel('NZBN'), '9429000000018')
  await type(page, main(page).getByLabel('First name'), 'Hana')
  await type(page, main(page).getByLabel('Last name'), 'Whitford')
  await type(page, main(page).getByLabel('Email address'), email)
  await page.keyboard.press('Enter')
  await expect(main(page).getByLabel('NZBN')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleAtEveryWidth()
  await type(page, main(page).getByLabel('NZBN'), '94 2900 0000017')
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await expectAccessibleAtEveryWidth()
  await type(page, main(page).getByLabel('Verification code'), await codeMailedTo(page, email))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'My Purchases')).toBeVisible()

  for (const [path, nothing] of [
    ['quotes', 'You have no saved quotes.'],
    [
      'reservations',
      'You have no paid reservations. If you’ve made one, pay its fee under My Purchases.',
    ],
  ] as const) {
    await page.goto(`/customer/#/${path}`)
    await expect(main(page).getByText(nothing)).toBeVisible()
    await expectAccessibleAtEveryWidth()
  }
  await page.goto('/customer/#/profile')
  await expect(main(page).getByLabel('NZBN')).toHaveValue('9429000000017')
  await expectAccessibleAtEveryWidth()
  // A person without a password who has just signed in needs no further proof.
  await press(page, main(page).getByRole('button', { name: 'Set a password' }))
  await type(page, main(page).getByLabel('New password'), NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Your password is set')).toBeVisible()
  await press(page, menu(page).getByRole('button', { name: 'Hi, Hana' }))
  await press(page, menu(page).getByRole('button', { name: 'Log out' }))
  await expect(heading(page, 'Sign in')).toBeVisible()
  await signInByKeyboard(page, email, NEW_PASSWORD)
})

test('§2 a forgotten password is reset in three steps', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  // Of someone whom no other test signs in by password.
  const email = 'aroha.tamati@demo.example'
  await page.goto('/customer/#/forgot')
  await expectAccessibleAtEveryWidth()
  await type(page, main(page).getByLabel('Email address'), email)
  await page.keyboard.press('Enter')
  const step = (name: RegExp) => main(page).getByRole('heading', { name })
  await expect(step(/^Step 2 of 3/)).toBeFocused()
  await type(page, main(page).getByLabel('Verification code'), '000000')
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('This code is wrong or has expired')).toBeVisible()
  await expectAccessibleAtEveryWidth()
  await type(page, main(page).getByLabel('Verification code'), await codeMailedTo(page, email))
  await page.keyboard.press('Enter')
  await expect(step(/^Step 3 of 3/)).toBeFocused()
  await type(page, main(page).getByLabel('New password'), 'too short')
  await page.keyboard.press('Enter')
  await expect(main(page).getByLabel('New password')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleAtEveryWidth()
  await type(page, main(page).getByLabel('New password'), 'four black swans landed')
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('heading', { name: 'Your new password is set' })).toBeFocused()
  await expectAccessibleAtEveryWidth()
  await signInByKeyboard(page, email, 'four black swans landed')
})
