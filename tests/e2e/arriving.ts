import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'

const PIECE_BYTES = 2_000
/** How long a piece waits for the one before it to be drawn: nothing is until the styles are there. */
const UNDRAWN_MS = 50
/** The goal for a page's layout shift (CLS). */
const MOVES_LESS_THAN = 0.01

interface Moved {
  by: number
  what: string[]
}

/**
 * Opens each page as over a slow connection, each piece after the last has been drawn.
 *
 * @param pauseMs The least between two pieces: with more, scripts overtake the page that asked for them.
 * @returns The pages in which something moved that had been drawn, and what.
 */
export async function movesWhileArriving(
  browser: Browser,
  storefrontUrl: string,
  paths: string[],
  viewport: { width: number; height: number },
  pauseMs = 0,
): Promise<string[]> {
  const found: string[] = []
  let noteDrawn = () => {}
  const drawn = () => new Promise<void>((done) => (noteDrawn = done))
  const next = () => Promise.all([Promise.race([drawn(), wait(UNDRAWN_MS)]), wait(pauseMs)])
  const slow = await serveInPieces(storefrontUrl, next)
  try {
    for (const path of paths) {
      const context = await browser.newContext({ viewport })
      const page = await context.newPage()
      await page.exposeFunction('noteDrawn', () => noteDrawn())
      await page.addInitScript(noteDraws)
      found.push(...(await movesOf(page, slow.url + path)))
      await context.close()
    }
    return found
  } finally {
    slow.close()
  }
}

/** Opens a page and returns what moved in it until nothing came any more; `[]` if that is within the goal. */
export async function movesOf(page: Page, address: string): Promise<string[]> {
  await page.addInitScript(noteMoves)
  // eslint-disable-next-line playwright/no-networkidle -- a part of an island that comes later may move the page as well
  await page.goto(address, { waitUntil: 'networkidle' })
  const moved = await page.evaluate(() => (window as unknown as { moved: Moved[] }).moved)
  const by = moved.reduce((sum, one) => sum + one.by, 0)
  return by < MOVES_LESS_THAN ? [] : [`${address} moves by ${by}: ${JSON.stringify(moved)}`]
}

/** Runs in the page: tells the test of each frame. */
function noteDraws(): void {
  const { noteDrawn } = window as unknown as { noteDrawn(): Promise<void> }
  const draw = () => void noteDrawn().then(() => requestAnimationFrame(draw))
  requestAnimationFrame(draw)
}

/** Runs in the page. */
function noteMoves(): void {
  const moved: Moved[] = []
  Object.assign(window, { moved })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as PerformanceEntry & {
        value: number
        sources: { node: Node | null }[]
      }
      const what = sources.map(({ node }) =>
        node instanceof Element ? node.outerHTML.slice(0, 100) : (node?.textContent ?? ''),
      )
      moved.push({ by: value, what })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The storefront, with pages that arrive in pieces. @param next Waits until it is time for the next one. */
async function serveInPieces(storefrontUrl: string, next: () => Promise<unknown>) {
  const server = createServer((asked, answer) => {
    const { 'accept-encoding': _, ...headers } = asked.headers
    headers.host = new URL(storefrontUrl).host
    const passedOn = send(storefrontUrl + asked.url, { method: asked.method, headers }, (got) => {
      answer.writeHead(got.statusCode!, got.headers)
      if (got.headers['content-type']?.includes('html')) void sendInPieces(got, answer, next)
      else got.pipe(answer)
    })
    asked.pipe(passedOn)
  })
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function sendInPieces(
  page: IncomingMessage,
  answer: ServerResponse,
  next: () => Promise<unknown>,
): Promise<void> {
  const whole = await buffer(page)
  for (let at = 0; at < whole.length; at += PIECE_BYTES) {
    answer.write(whole.subarray(at, at + PIECE_BYTES))
    await next()
  }
  answer.end()
}
