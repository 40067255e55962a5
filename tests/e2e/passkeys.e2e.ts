import type { Page } from '@playwright/test'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { arriveSignedIn } from './arrange.ts'
import { Storefront } from './server.ts'
import { expect, test as base } from './test.ts'

/** Passkeys of an authenticator that Chromium has in software: a phone's or a computer's own, with a finger always on it. */
const test = base.extend<object, { storefront: Storefront }>({
  storefront: [
    async ({}, use) => {
      const storefront = await Storefront.start({ STAFF_SECOND_FACTOR: 'on' })
      await use(storefront)
      await storefront.stop()
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'default' })

/** @param fillsIn Whether the browser offers passkeys under the field: this authenticator answers before anything is pressed. */
async function withAuthenticator(page: Page, { fillsIn }: { fillsIn: boolean }) {
  if (!fillsIn)
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether its owner gives the right finger. */
    verifies: (isUserVerified: boolean) =>
      devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Whether its owner answers when it asks. */
    answers: (enabled: boolean) =>
      devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const signInButton = (page: Page) =>
  main(page).getByRole('button', { name: 'Sign in with a passkey' })
const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' })

async function logOut(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: /^Hi,/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(main(page).getByLabel('Email address')).toBeVisible()
}

test('a customer adds a passkey, signs in with it, names it and removes it', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  const authenticator = await withAuthenticator(page, { fillsIn: false })
  await arriveSignedIn(page, 'customer@demo.example')
  await page.goto('/customer/#/profile')
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByLabel('Name of this passkey')).toHaveValue(/^Chrome on /)
  await page.getByLabel('Name of this passkey').fill('My laptop')

  await test.step('a device that does not know its owner adds none', async () => {
    await authenticator.verifies(false)
    await page.getByRole('button', { name: 'Add this passkey' }).click()
    await expect(passkeys(page).getByRole('alert')).toContainText('No passkey was added')
    await authenticator.verifies(true)
  })

  await page.getByRole('button', { name: 'Add this passkey' }).click()
  await expect(passkeys(page).locator('strong', { hasText: 'My laptop' })).toBeVisible()
  await expect(passkeys(page).getByText('Not used yet')).toBeVisible()
  await expectAccessibleAtEveryWidth()

  await logOut(page)
  await expect(main(page).getByLabel('Email address')).toHaveAttribute(
    'autocomplete',
    'username webauthn',
  )
  await expect(signInButton(page)).toBeVisible()
  await expectAccessibleAtEveryWidth()
  await signInButton(page).click()
  await expect(page.locator('.toast', { hasText: 'Signed in' })).toBeVisible()

  await page.goto('/customer/#/profile')
  await expect(passkeys(page).getByText(/^Last used /)).toBeVisible()
  await passkeys(page).getByRole('button', { name: 'Rename My laptop' }).click()
  await page.getByLabel('Name of this passkey').fill('Work laptop')
  await page.keyboard.press('Enter')
  await passkeys(page).getByRole('button', { name: 'Remove Work laptop' }).click()
  await expectAccessibleAtEveryWidth()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await passkeys(page).getByRole('button', { name: 'Remove Work laptop' }).click()
  await page.getByRole('button', { name: 'Remove this passkey' }).click()
  await expect(passkeys(page).getByText('You have no passkeys yet.')).toBeVisible()

  await test.step('a passkey that was removed does not sign in', async () => {
    await logOut(page)
    await signInButton(page).click()
    await expect(main(page).getByRole('alert')).toContainText(/could(?:n’t| not) sign you in/)
  })
})

test('a passkey is offered once on a device, and the browser fills it in at the next sign-in', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  const authenticator = await withAuthenticator(page, { fillsIn: true })
  await arriveSignedIn(page, 'company@demo.example')
  await page.goto('/customer/#/quotes')
  const offer = main(page).getByText('Sign in faster next time')
  await expect(offer).toBeVisible()
  await expectAccessibleAtEveryWidth()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.locator('.toast', { hasText: 'Passkey added' })).toBeVisible()
  await expect(offer).toBeHidden()
  await page.reload()
  await expect(heading(page, 'My Quotes')).toBeVisible()
  await expect(offer).toBeHidden()

  await authenticator.answers(false)
  await logOut(page)
  // Answered as soon as the browser offers it.
  await authenticator.answers(true)
  await page.reload()
  await expect(page.locator('.toast', { hasText: 'Signed in' })).toBeVisible()
})

test('a passkey is the second factor of staff', async ({ page, expectAccessibleAtEveryWidth }) => {
  await withAuthenticator(page, { fillsIn: false })
  await arriveSignedIn(page, 'staff@demo.example')
  await page.goto('/staff/#/search')
  await expect(page.getByText('Your account needs a second factor')).toBeVisible()
  await expectAccessibleAtEveryWidth()
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Add this passkey' }).click()
  await expect(heading(page, 'Customer Search')).toBeVisible()

  await logOut(page)

  await test.step('the password alone does not sign in', async () => {
    await main(page).getByLabel('Email address').fill('staff@demo.example')
    await page.keyboard.press('Enter')
    await main(page).getByLabel('Password').fill(SAMPLE_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(main(page).getByRole('alert')).toContainText('Your account needs a passkey')
    await page.getByRole('button', { name: 'Back' }).click()
  })

  await signInButton(page).click()
  await expect(heading(page, 'Customer Search')).toBeVisible()
  await page.goto('/staff/#/sign-in')
  await expect(passkeys(page).getByText(/^Last used /)).toBeVisible()
  await expectAccessibleAtEveryWidth()
})
