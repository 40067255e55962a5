import { readFileSync } from 'node:fs'
import { request as send, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { systemFacesOf } from './faces.ts'
import { expect, expectNoSidewaysScroll, test } from './test.ts'

const slugs = ['cove', 'tarn', 'estuary', 'moraine', 'current', 'firn', 'headland', 'skerry']

const PAGES = [
  '/',
  '/models/',
  ...slugs.map((slug) => `/models/${slug}/`),
  '/build-and-quote/',
  '/quote/',
  '/compare/',
  '/service/',
  '/customer/#/sign-in',
  '/staff/#/search',
  '/purchase/',
  '/recalls/',
  '/dealers/',
  '/test-drive/',
  '/dealers/ponsonby-ridge/',
  '/offers/',
  '/offers/tarn-weekend/',
  '/ways-to-pay/',
  '/about/',
  '/contact/',
  '/news/',
  '/news/firn-arrives/',
  '/accessibility/',
  '/terms/',
  '/privacy/',
  '/demo/mail/',
  '/demo/lab/',
  '/api/docs/',
  '/styleguide/',
  '/no-such-page',
]

/** The narrowest phone, the specification's breakpoints, a desk. */
const WIDTHS = [320, 520, 720, 960, 1280, 1520]
/** axe takes its time, so it looks at a phone and a desk; model pages differ in data only. */
const axeWidths = (path: string): number[] => {
  const isLikeAnother = path.startsWith('/models/') && !/\/(tarn|headland)\/$|models\/$/.test(path)
  return isLikeAnother ? [] : [320, 1280]
}

/** A browser that has been at one page has half of the next. */
const VISITS = Array.from({ length: 6 }, (_, visit) =>
  PAGES.filter((_path, index) => index % 6 === visit),
)

/** Each call and shape is written like the next: a few of the hundreds are enough, and those are opened. */
const keepSomeParts = (page: Page) =>
  page
    .locator('main')
    .locator('details')
    .evaluateAll((parts: HTMLDetailsElement[]) => {
      for (const [index, part] of parts.entries())
        if (index < 3 || index > parts.length - 3) part.open = true
        else part.remove()
    })

for (const [visit, paths] of VISITS.entries())
  test(`every page is accessible, keeps its policy, fits every width and is drawn in typefaces we ship, visit ${visit + 1}`, async ({
    page,
    expectAccessible,
  }) => {
    test.slow()
    for (const path of paths)
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        if (path === '/api/docs/') await keepSomeParts(page)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 })
          await expectNoSidewaysScroll(page, `on ${path} at ${width} px`)
          if (axeWidths(path).includes(width)) await expectAccessible()
        }
        expect(await systemFacesOf(page), `typefaces on ${path}`).toEqual([])
      })
  })

test('the menu of a phone is a sheet that the keyboard opens, closes and follows', async ({
  page,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const button = page.getByRole('button', { name: 'Menu', exact: true })

  await button.press('Enter')
  await expect(menu.getByRole('link', { name: 'Ways to pay' })).toBeInViewport({ ratio: 1 })
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await button.press('Enter')
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Models' })).toBeFocused()
  await menu.getByRole('link', { name: 'Offers' }).press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Offers' })).toBeVisible()
})

test('the home page comes in brotli under a strict policy', async ({ request }) => {
  const answer = await request.get('/', { headers: { 'accept-encoding': 'br' } })

  expect(answer.status()).toBe(200)
  const headers = answer.headers()
  expect(headers['content-encoding']).toBe('br')
  const policy = headers['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe-|\*|http:/)
  const rules = await request.get(JSON.parse(headers['speculation-rules'] ?? '') as string)
  expect(rules.headers()['content-type']).toBe('application/speculationrules+json')
  // Every page names them: they are not asked for at each.
  expect(rules.headers()['cache-control']).toContain('max-age=86400')
  expect(await rules.json()).toMatchObject({
    prefetch: [
      { eagerness: 'moderate' },
      { where: { selector_matches: 'a[data-next]' }, eagerness: 'immediate' },
    ],
  })
})

test('a drawing is kept for ten minutes, and a page is asked for again', async ({ request }) => {
  const kept = async (path: string) => (await request.get(path)).headers()['cache-control']
  expect(await kept('/art/tarn-WHS.svg')).toBe('public, max-age=600')
  expect(await kept('/favicon.svg')).toBe('no-cache')
  expect(await kept('/models/tarn/')).toBe('no-cache')
})

test('a proxy that names no host is told whether the process is ready, and nothing else', async ({
  storefront,
}) => {
  const { port, hostname } = new URL(storefront.url)
  const ask = async (path: string) => {
    const socket = connect(Number(port), hostname)
    // Not ended: a connection that is half closed is closed before an answer that waits.
    socket.write(`GET ${path} HTTP/1.0\r\n\r\n`)
    return (await text(socket)).split('\r\n')[0]
  }
  expect(await ask('/healthz/ready')).toBe('HTTP/1.1 200 OK')
  expect(await ask('/healthz/live')).toBe('HTTP/1.1 200 OK')
  expect(await ask('/')).toBe('HTTP/1.1 400 Bad Request')
})

test('every page and file carries a policy without holes', async ({ request }) => {
  for (const path of [...PAGES, '/purchase/?kdcd=TN27H-A', '/art/tarn-WHS.svg', '/favicon.svg']) {
    const answer = await request.get(path.split('#')[0]!)
    const policy = answer.headers()['content-security-policy'] ?? ''
    expect(policy, path).toContain("default-src 'none'")
    expect(policy, path).not.toMatch(/unsafe-|\*|http:/)
    expect(answer.headers()['content-type'], path).toMatch(
      /^(text\/html; charset=utf-8|image\/svg\+xml.*)$/i,
    )
  }
})

test('§9 messages are top-centre in the account area, top-right in the purchase', async ({
  request,
}) => {
  for (const [path, place] of [
    ['/customer/', 'top-centre'],
    ['/purchase/', 'top-right'],
  ] as const)
    expect(await (await request.get(path)).text(), path).toContain(`toasts--${place}`)
})

test('the server’s pages name no other origin', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const { domain } = JSON.parse(readFileSync('src/content/brand.json', 'utf8')) as {
    domain: string
  }
  const origins = [...html.matchAll(/(?:src|href)="(https?:\/\/[^/"]+)/g)].map((match) => match[1])
  expect(
    origins.filter((origin) => !origin!.includes(domain) && !/localhost/.test(origin!)),
  ).toEqual([])
})

test('a page that is not there says so with 404', async ({ request }) => {
  expect((await request.get('/no-such-page')).status()).toBe(404)
  expect((await request.get('/api/no-such-call')).status()).toBe(404)
  expect((await request.post('/')).status()).toBe(405)
})

test('no folder, source or setting is served, and TRACE is answered by nothing', async ({
  request,
  storefront,
}) => {
  for (const path of ['/_astro/', '/art/', '/.git/config', '/.env', '/package.json', '/server/'])
    expect((await request.get(path)).status(), path).toBe(404)
  for (const path of ['/', '/api/config']) {
    const traced = await new Promise<IncomingMessage>((done, failed) =>
      send(`${storefront.url}${path}`, { method: 'TRACE', headers: { 'x-traced': 'yes' } }, done)
        .on('error', failed)
        .end(),
    )
    expect(traced.statusCode, path).toBe(405)
    expect(await text(traced), path).not.toContain('x-traced')
  }
})

test('without JavaScript every page still has its heading, and says what to do', async ({
  browser,
  storefront,
}) => {
  const context = await browser.newContext({ baseURL: storefront.url, javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of [
    '/customer/',
    '/staff/',
    '/purchase/',
    '/build-and-quote/',
    '/recalls/',
    '/quote/',
    '/watch/',
    '/order/',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    expect(await page.getByRole('main').innerText(), path).toContain('needs JavaScript')
    await expect(page.getByRole('button', { name: 'Leave a message' }), path).toBeHidden()
  }
  await context.close()
})

test('the builder opens with the car whose stock the pages of models tell', async ({ page }) => {
  for (const [slug, level] of [
    ['tarn', 'In stock'],
    ['firn', 'On order'],
  ] as const) {
    for (const path of ['/models/', `/models/${slug}/`]) {
      await page.goto(path)
      const link = page.locator(`a[href*="/build-and-quote/?model=${slug}"]`)
      const told = page.locator('li', { has: link }).or(page.locator('.hero')).first()
      await expect(told.locator('.badge')).toHaveText(level)
      await link.click()
      await expect(page.locator('.badge[data-level]').first()).toHaveText(level)
    }
  }
})

test('a car is seen from the front in the colour that is chosen, and nothing moves', async ({
  page,
  expectAccessible,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('-front.svg')) fetched.push(request.url())
  })
  await page.goto('/models/cove/')
  const side = page.getByRole('img', { name: 'Cove, side view' })
  const front = page.getByRole('img', { name: 'Cove, front view' })
  await expect(side).toBeVisible()
  const middle = (box: { x: number; width: number } | null) => box && box.x + box.width / 2
  /** What is below the car, which is larger from the front. */
  const below = () =>
    Promise.all(['View', 'Colour'].map((name) => page.getByRole('group', { name }).boundingBox()))
  const place = await side.boundingBox()
  const places = await below()
  expect(fetched).toEqual([])

  await page.getByRole('radio', { name: 'Front' }).check()
  await expect(front).toHaveAttribute('src', '/art/cove-RDB-front.svg')
  // A picture that failed is complete too.
  await expect
    .poll(() => front.evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBeGreaterThan(0)
  expect(middle(await front.boundingBox())).toBeCloseTo(middle(place)!)
  expect(await below()).toEqual(places)
  const isWider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  expect(isWider).toBe(false)
  await expect(side).toBeHidden()
  await page.getByRole('radio', { name: /^Deepwater Blue,? \+/ }).check()
  // The picture before stays until this one has been loaded.
  await expect(front).toHaveCount(1)
  await expect(front).toHaveAttribute('src', '/art/cove-BLD-front.svg')
  await expectAccessible()
  await page.emulateMedia({ media: 'print' })
  await expect(side).toBeVisible()
  await expect(front).toBeHidden()
  // Deepwater Blue is metallic, the colour that the page opens with solid.
  await expect(page.locator('.paints__car:visible')).toHaveAttribute('data-finish', 'metallic')
})
