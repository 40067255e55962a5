import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { HOUR_MS } from '#lib/shared/durations.ts'
import { CLIENT } from '../setup/people.ts'
import { codeMailedTo, expect, test } from './test.ts'

// Decision 58: when strangers ask in an owner's name, the owner gets a puzzle, which the browser solves unasked.

const HEMI = 'hemi.potae@demo.example'
const TIA = 'tia.captcha@new.example'
const PASSWORD = 'seven grey herons stood'
const main = (page: Page) => page.getByRole('main')

/** Anonymous requests for codes and wrong passwords, as many as take no captcha. */
async function tryAsStranger(page: Page, username: string, password: string, times: number) {
  // Counted by the hour: what comes before its end doesn't count after it.
  const leftMs = HOUR_MS - (Date.now() % HOUR_MS)
  if (leftMs < 20_000) await delay(leftMs)
  for (let tries = 0; tries < times; tries++)
    await page.request.post('/api/auth/token', {
      form: { ...CLIENT, grant_type: 'password', username, password },
    })
}

test('asked for too often, a sign-in code comes after a puzzle, with a link that signs in', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  await tryAsStranger(page, HEMI, '', 5)
  await page.goto('/customer/#/sign-in')
  const challenge = page.waitForRequest('**/api/captcha/challenge')
  await main(page).getByLabel('Email address').fill(HEMI)
  await page.keyboard.press('Enter')
  await challenge
  await expect(main(page).getByLabel('Password')).toBeFocused()
  await expectAccessibleAtEveryWidth()

  const answer = await page.request.get(`/api/demo/mail?to=${encodeURIComponent(HEMI)}`)
  const { messages } = (await answer.json()) as { messages: { subject: string; text: string }[] }
  expect(messages[0]?.subject).toBe('Your Tarvane sign-in link')
  const [, token = ''] = /token=(\S+)/.exec(messages[0]?.text ?? '') ?? []
  await page.goto(`/customer/#/sign-in?token=${token}`)
  const open = main(page).getByRole('button', { name: 'Open my account' })
  await expect(open).toBeVisible()
  await expectAccessibleAtEveryWidth()
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^My / })).toBeVisible()
})

test('a new customer registers with a password that the code in their email confirms', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  await page.goto('/customer/#/create')
  await main(page).getByLabel('First name').fill('Tia')
  await main(page).getByLabel('Last name').fill('Moana')
  await main(page).getByLabel('Email address').fill(TIA)
  await main(page).getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await expectAccessibleAtEveryWidth()
  await main(page)
    .getByLabel('Verification code')
    .fill(await codeMailedTo(page, TIA))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^My / })).toBeVisible()

  const form = { ...CLIENT, grant_type: 'password', username: TIA, password: PASSWORD }
  expect((await page.request.post('/api/auth/token', { form })).status()).toBe(200)
})

test('where no puzzle can be had, the first step stays and says what to do', async ({
  page,
  expectAccessibleAtEveryWidth,
}) => {
  const email = 'aroha@nowhere.example'
  await tryAsStranger(page, email, '', 5)
  await page.route('**/api/captcha/challenge', (route) =>
    route.fulfill({ status: 429, json: { status: 429, message: 'Too many requests.' } }),
  )
  await page.goto('/customer/#/sign-in')
  await main(page).getByLabel('Email address').fill(email)
  await page.keyboard.press('Enter')
  await expect(
    main(page).getByText('The security check didn’t work in this browser. Please try again.'),
  ).toBeVisible()
  await expect(main(page).getByLabel('Email address')).toHaveValue(email)
  await expectAccessibleAtEveryWidth()
})
