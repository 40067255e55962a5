import type { BrowserContext, Page, Request } from '@playwright/test'
import { arriveSignedIn } from '#tests/e2e/arrange.ts'

export interface TabsReport {
  tabs: number
  rounds: number
  /** Rounds after which a tab was signed out. */
  signOuts: number
  /** Requests of a refresh that reached the server. */
  refreshes: number
  refreshesPerRound: number
  /** Requests that the server forgave: it answered what it had answered another tab (decision 5). */
  graceHits: number
  /** Whatever else went wrong, in words. */
  faults: string[]
}

interface TabsOptions {
  tabs: number
  rounds: number
  /** Without the tabs' lock, as on a page without TLS: then the server's grace alone keeps the session. */
  withLocks?: boolean
  /** Told after each round. */
  onRound?: (round: number, report: TabsReport) => void
}

/** How long a round may take, from the moment the tabs wake until the last of them is done. */
const ROUND_LIMIT_MS = 30_000
/** From telling the tabs when to wake until then: each must have heard of it. */
const LEAD_MS = 150

/**
 * Opens tabs of one browser, and has them all find in the same instant that their token is due, round after round.
 *
 * A tab counts as signed out when nothing is stored any more, or when its own menu says so.
 */
export async function refreshTogether(
  context: BrowserContext,
  { tabs, rounds, withLocks = true, onRound }: TabsOptions,
): Promise<TabsReport> {
  const report: TabsReport = {
    tabs,
    rounds: 0,
    signOuts: 0,
    refreshes: 0,
    refreshesPerRound: 0,
    graceHits: 0,
    faults: [],
  }
  if (!withLocks)
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'locks', { value: undefined })
    })
  const answered = new Set<string>()
  let inFlight = 0
  const isRefresh = (request: Request) =>
    request.url().endsWith('/api/auth/token') &&
    (request.postData() ?? '').includes('grant_type=refresh_token')
  context.on('request', (request) => {
    if (!isRefresh(request)) return
    inFlight += 1
    report.refreshes += 1
  })
  context.on('requestfailed', (request) => {
    if (!isRefresh(request)) return
    inFlight -= 1
    report.faults.push(`a refresh got no answer: ${request.failure()?.errorText}`)
  })
  context.on('requestfinished', async (request) => {
    if (!isRefresh(request)) return
    const response = await request.response()
    const body = (await response?.json().catch(() => null)) as { access_token?: string } | null
    if (!body?.access_token) report.faults.push(`a refresh was answered ${response?.status()}`)
    else if (answered.has(body.access_token)) report.graceHits += 1
    else answered.add(body.access_token)
    inFlight -= 1
  })

  const pages: Page[] = []
  for (let opened = 0; opened < tabs; opened++) {
    const page = await context.newPage()
    if (opened === 0) await arriveSignedIn(page, 'customer@demo.example')
    await page.goto('/terms/')
    pages.push(page)
  }
  const first = pages[0]!
  await Promise.all(pages.map((page) => page.getByRole('button', { name: /^Hi, / }).waitFor()))

  for (let round = 1; round <= rounds; round++) {
    const before = await makeDue(first)
    const wakeAtMs = Date.now() + LEAD_MS
    await Promise.all(pages.map((page) => page.evaluate(wakeAt, wakeAtMs)))
    await untilDone(first, before, wakeAtMs, () => inFlight)

    const greetings = await Promise.all(
      pages.map((page) => page.locator('.menu__label').textContent()),
    )
    const isSignedOut =
      (await storedToken(first)) === null || greetings.some((text) => !text?.startsWith('Hi, '))
    report.rounds = round
    report.refreshesPerRound = report.refreshes / round
    if (isSignedOut) {
      report.signOuts += 1
      if ((await storedToken(first)) === null) {
        await arriveSignedIn(first, 'customer@demo.example')
        await first.goto('/terms/')
      }
      await Promise.all(pages.map((page) => page.reload()))
    }
    onRound?.(round, report)
  }
  await Promise.all(pages.map((page) => page.close()))
  return report
}

/** Puts the time to refresh into the past, where all tabs look. Returns the token that is due. */
const makeDue = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('session:1') ?? '{}')
    localStorage.setItem(
      'session:1',
      JSON.stringify({ ...session, token: { ...session.token, refreshAt: Date.now() - 1 } }),
    )
    return String(session.token?.access_token)
  })

/** Wakes a tab at an instant, as a connection that comes back does. */
function wakeAt(atMs: number) {
  setTimeout(() => window.dispatchEvent(new Event('online')), atMs - Date.now())
}

const storedToken = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('session:1') ?? '{}').token?.access_token ?? null) as
        string | null,
  )

/** Waits until no tab refreshes or waits for its turn any more. */
async function untilDone(page: Page, before: string, wakeAtMs: number, inFlight: () => number) {
  const isBusy = async () => {
    const waiting = await page.evaluate(async () => {
      const { held = [], pending = [] } = (await navigator.locks?.query()) ?? {}
      return [...held, ...pending].filter(({ name }) => name === 'auth-refresh').length
    })
    return waiting > 0 || inFlight() > 0
  }
  let quiet = 0
  while (quiet < 2 && Date.now() < wakeAtMs + ROUND_LIMIT_MS) {
    await page.waitForTimeout(40)
    const isOver = Date.now() > wakeAtMs + LEAD_MS && (await storedToken(page)) !== before
    quiet = isOver && !(await isBusy()) ? quiet + 1 : 0
  }
}
