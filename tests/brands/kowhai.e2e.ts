import { readFileSync } from 'node:fs'
import type { BrowserContext, Locator, Page, Request } from '@playwright/test'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { callsOf } from '../e2e/arrange.ts'
import { movesWhileArriving } from '../e2e/arriving.ts'
import {
  confirmPurchase,
  continueTo,
  fillAddress,
  pay,
  signIn,
  startPurchase,
} from '../e2e/main-job.ts'
import { expect } from '../e2e/test.ts'
import { FOLDER, test as base } from './built-brand.ts'
import { wordsOfPdf } from './pdf-words.ts'
import { sampleWordsIn, sampleWordsOf } from './sample-words.ts'

const MIA = { email: 'customer@demo.example', firstName: 'Mia', lastName: 'Harris' }
const STAFF = 'staff@demo.example'
const KEA = 'Kea Summit'
/** The budget of a page with photographs. */
const FIRST_VIEW_BYTES = 350_000
/** 53,900, 600 for the green, 500 for the interior, 1,650 for the hitch, 1,450 on the road. */
const PRICE = '$58,100'

const test = base.extend<{ seen: Map<string, string> }>({
  /** What a browser was sent and has shown. */
  seen: async ({}, use) => use(new Map()),
})

test('no file of its build has a word of the sample brand', () => {
  expect(sampleWordsIn(FOLDER, 'dist/**/*.{html,css,js,mjs,json,xml,txt,svg,webmanifest}')).toEqual(
    [],
  )
  expect(sampleWordsIn(FOLDER, 'dist/**/*.{jpg,png,webp,avif,woff2}')).toEqual([])
})

test('its main job is done, and no screen, mail or document has a word of the sample brand', async ({
  page,
  context,
  storefront,
  seen,
  expectAccessibleAtEveryWidth,
}) => {
  note(context, seen)
  const look = async () => {
    await expectAccessibleAtEveryWidth()
    seen.set(`screen ${page.url()}`, await page.content())
  }
  const main = page.getByRole('main')
  const gallery = page.getByRole('region', { name: /^Pictures of the Kea/ })

  await test.step('a car is looked at in photographs, and turned', async () => {
    const frames = new Set<string>()
    page.on('request', (request) => {
      const [, frame] = /\/spin\/PINE\/(\d+)/.exec(request.url()) ?? []
      if (frame) frames.add(frame)
    })
    await page.goto('/')
    await expect(page).toHaveTitle(/^Kōwhai/)
    await look()
    await main.getByRole('link', { name: 'Kea', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Kea' })).toBeVisible()
    await expect(gallery.getByText(/^1 of \d+$/)).toBeVisible()
    // Before the colours are read, the strip must not hold on to the first slide that has none.
    const strip = gallery.locator('.gallery__strip')
    await expect(strip).toHaveCSS('scroll-snap-type', 'x mandatory')
    await page.locator('main').evaluate((main) => {
      for (const radio of main.querySelectorAll<HTMLInputElement>('[name=colour]'))
        radio.checked = false
    })
    await expect(strip).toHaveCSS('scroll-snap-type', 'none')
    await page.getByRole('radio', { name: 'Bush Green' }).check()
    await expect(gallery.getByAltText('The Kea in Bush Green from the side')).toBeVisible()
    await look()
    await gallery.getByRole('button', { name: 'Previous picture' }).click()
    const handle = gallery.getByRole('slider', { name: 'The Kea in Bush Green, from all sides' })
    await expect(handle).toBeInViewport()
    await expect.poll(() => [...frames]).toEqual(['01'])
    await handle.press('ArrowRight')
    await expect(handle).toHaveAttribute('aria-valuetext', 'Turned by 15 degrees')
    expect(frames.size).toBe(24)
    await look()
  })

  await test.step('it is configured, and its quote is saved, mailed, shared and printed', async () => {
    await main.getByRole('link', { name: 'Build and quote' }).first().click()
    // A photographed car and a drawn one are in one line.
    await page.getByText('Change model').click()
    const tops = await page
      .getByRole('group', { name: 'Model', exact: true })
      .locator('.choice-card__title')
      .evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().top))
    expect(tops).toEqual([tops[0], tops[0]])
    const choose = (group: string, name: RegExp) =>
      page.getByRole('group', { name: group, exact: true }).getByLabel(name).check()
    await choose('Grade', /Kea Summit/)
    await choose('Colour', /^Bush Green/)
    await choose('Interior', /Coal/)
    await choose('Accessories', /Tow hitch/)
    await choose('Pay option', /^Cash/)
    await expect(gallery.getByAltText('The Kea in Bush Green from the side')).toBeVisible()
    await expect(page.getByLabel('Drive-away price').first()).toHaveText(PRICE)
    await signIn(page, MIA.email, SAMPLE_PASSWORD)
    await look()
    await page.getByText('More ways to keep this quote').click()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const link = await page.getByLabel('Link to this quote').inputValue()
    await page.getByRole('button', { name: 'Email quote' }).click()
    await expect(page.getByText(`on its way to ${MIA.email}`)).toBeVisible()
    await page.getByRole('button', { name: 'Save quote' }).click()
    await expect(page.getByText('Your quote is saved under My Quotes.')).toBeVisible()
    await keepSaved(page, seen, page.getByRole('button', { name: 'PDF', exact: true }))
    const shared = await context.newPage()
    await shared.goto(link)
    await expect(shared.getByRole('article')).toContainText(PRICE)
    seen.set('the shared quote', await shared.content())
    await shared.close()
  })

  await test.step('it is bought', async () => {
    await startPurchase(page)
    await look()
    await continueTo(page, /owner-details\/confirmation/)
    await fillAddress(page)
    await expect(page.getByRole('radio', { name: /Kōwhai Napier/ })).toBeChecked()
    await continueTo(page, /\/confirm$/)
    await look()
    await confirmPurchase(page, MIA)
    await pay(page, 'Pay successfully')
    await expect(page).toHaveURL(/\/payment\?statusCode=PAID/)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page).toHaveURL(/\/complete$/)
    await look()
  })

  await test.step('the account has the car, its quote and its documents', async () => {
    const [, id = ''] = /#\/([\w-]+)\/complete/.exec(page.url()) ?? []
    const mia = await callsOf(page.request, MIA.email)
    await mia.quote({ kdcd: 'TU28C-A', colourCode: 'GOLD' })
    await page.goto('/customer/#/quotes')
    await expect(main).toContainText(KEA)
    await expect(main.locator('img[src$="/art/tui-GOLD.svg"]')).toBeVisible()
    await look()
    await page.goto('/customer/#/agreements')
    await expect(main).toContainText(KEA)
    await look()
    const staff = await callsOf(page.request, STAFF)
    await staff.post(`/staff/journeys/${id}/agreement`, {})
    await page.goto(`/customer/#/agreements?agreement=${id}`)
    await expect(page.getByRole('heading', { name: 'Agreement' }).first()).toBeVisible()
    await look()
    await keepSaved(page, seen, main.getByRole('button', { name: /^Save as PDF/ }))
    await page.goto('/customer/#/profile')
    await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
    await look()
  })

  await test.step('staff see the brand’s own names', async () => {
    const staff = await context.browser()!.newContext()
    note(staff, seen)
    const desk = await staff.newPage()
    await desk.goto(new URL('/staff/#/search', page.url()).href)
    await signIn(desk, STAFF, SAMPLE_PASSWORD)
    for (const route of ['work', 'bookings', 'messages', 'deletions']) {
      const answered = desk.waitForResponse(/\/api\/staff\//)
      await desk.goto(new URL(`/staff/#/${route}`, page.url()).href)
      await (await answered).finished()
      seen.set(`staff’s ${route}`, await desk.content())
    }
    await staff.close()
  })

  await test.step('every mail and its document', async () => {
    const mails = await mailsOf(page)
    expect(mails.length).toBeGreaterThanOrEqual(3)
    for (const { subject, text, html, attachment } of mails) {
      seen.set(`mail “${subject}”`, [subject, text, html].join('\n'))
      if (!attachment) continue
      const answer = await page.request.get(`/api/demo/attachments/${attachment.id}`)
      const { name, base64 } = (await answer.json()) as { name: string; base64: string }
      seen.set(`mailed with “${subject}”: ${name}`, textOf(name, Buffer.from(base64, 'base64')))
    }
  })

  seen.set('the log of the server', storefront.said)
  const documents = [...seen].filter(([where]) => where.endsWith('.pdf'))
  expect(documents.map(([where]) => where)).toEqual(
    expect.arrayContaining([expect.stringMatching(/quote/i), expect.stringMatching(/agreement/i)]),
  )
  for (const [where, text] of documents) expect(text, where).toContain('Kōwhai Automobiles')
  const found = [...seen].flatMap(([where, text]) =>
    sampleWordsOf(text).map((word) => `${where}: ${word}`),
  )
  expect(found).toEqual([])
})

const FIRST_VIEWS = ['/', '/models/', '/models/kea/', '/build-and-quote/?model=kea']

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, deviceScaleFactor: 2 })

  for (const path of FIRST_VIEWS)
    test(`the first view of ${path} is light`, async ({ page }) => {
      const requests: Request[] = []
      page.on('requestfinished', (request) => requests.push(request))
      await page.goto(path, { waitUntil: 'networkidle' })
      const sizes = await Promise.all(requests.map((request) => request.sizes()))
      const bytes = sizes.map((size) => size.responseBodySize + size.responseHeadersSize)
      expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(FIRST_VIEW_BYTES)
      expect(
        requests.map((request) => request.url()).filter((url) => url.includes('whole')),
      ).toEqual([])
    })
})

for (const width of [360, 1280])
  test(`nothing that is seen moves while the rest of a page ${width} pixels wide arrives`, async ({
    browser,
    storefront,
  }) => {
    const viewport = { width, height: 780 }
    expect(await movesWhileArriving(browser, storefront.url, FIRST_VIEWS, viewport)).toEqual([])
  })

/** Notes every page and every answer that a browser gets; its scripts and styles are among the files of the build. */
function note(context: BrowserContext, seen: Map<string, string>): void {
  context.on('response', (response) => {
    const { 'content-type': type = '' } = response.headers()
    if (!/json|html/.test(type) || response.status() >= 300) return
    const where = `${response.request().method()} ${response.url()}`
    response.text().then(
      (text) => seen.set(where, text),
      // The page that asked is gone.
      () => undefined,
    )
  })
}

/** Presses a button that saves a document. */
async function keepSaved(page: Page, seen: Map<string, string>, button: Locator): Promise<void> {
  const saving = page.waitForEvent('download')
  await button.click()
  const file = await saving
  const name = file.suggestedFilename()
  seen.set(`saved ${name}`, textOf(name, readFileSync(await file.path())))
}

const textOf = (name: string, bytes: Buffer): string =>
  [name, name.endsWith('.pdf') ? wordsOfPdf(bytes) : '', bytes.toString('latin1')].join('\n')

interface Mail {
  subject: string
  text: string
  html: string
  attachment: { id: string } | null
}

async function mailsOf(page: Page): Promise<Mail[]> {
  const answer = await page.request.get('/api/demo/mail')
  return ((await answer.json()) as { messages: Mail[] }).messages
}
