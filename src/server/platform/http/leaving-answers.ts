import type { ServerResponse } from 'node:http'
import { siteOf } from './network.ts'

const MB = 1024 * 1024
/** Memory of answers that wait for slow readers: of all sites, and of one. */
const MOST_BYTES = 128 * MB
const MOST_BYTES_OF_SITE = 24 * MB
/** What an answer takes beside its bytes: its connection, and what is read or written next. */
const BESIDE_BYTES = 64 * 1024
/** The same of one whose bytes are those of all who ask. */
const SHARED_BYTES = 16 * 1024
const LOOK_MS = 250

interface Leaving {
  response: ServerResponse
  site: string
  isShared: boolean
  /** Bytes that waited at the last look. */
  waited: number
}

/**
 * Cuts off readers that take their answers slowly, where those take too much memory: the oldest of the site with the
 * most first. Nothing else bounds them, because an answer is made in a moment and then waits for its reader.
 */
export class LeavingAnswers {
  readonly #leaving = new Set<Leaving>()
  readonly #most: { all: number; ofSite: number }
  #timer: NodeJS.Timeout | null = null

  constructor(most = { all: MOST_BYTES, ofSite: MOST_BYTES_OF_SITE }) {
    this.#most = most
  }

  /** @param isShared Whether the answer is a file that is in memory once. */
  add(response: ServerResponse, ip: string, { isShared = false } = {}): void {
    const one = { response, site: siteOf(ip), isShared, waited: 0 }
    this.#leaving.add(one)
    response.once('close', () => this.#leaving.delete(one))
    this.#timer ??= setTimeout(() => this.#tick(), LOOK_MS).unref()
  }

  /** Counts those that were waiting at the last look too, and cuts off what is too much. */
  look(): void {
    const bySite = new Map<string, { bytes: number; slow: Leaving[] }>()
    let bytes = 0
    for (const one of this.#leaving) {
      const before = one.waited
      one.waited = one.response.writableLength
      if (before === 0 || one.waited === 0) continue
      const site = bySite.get(one.site) ?? { bytes: 0, slow: [] }
      bySite.set(one.site, site)
      site.slow.push(one)
      site.bytes += weightOf(one)
      bytes += weightOf(one)
    }
    for (const site of [...bySite.values()].sort((a, b) => b.bytes - a.bytes))
      for (const one of site.slow) {
        if (site.bytes <= this.#most.ofSite && bytes <= this.#most.all) break
        site.bytes -= weightOf(one)
        bytes -= weightOf(one)
        one.response.destroy()
      }
    if (this.#leaving.size > 0) this.#timer ??= setTimeout(() => this.#tick(), LOOK_MS).unref()
  }

  #tick(): void {
    this.#timer = null
    this.look()
  }
}

const weightOf = ({ waited, isShared }: Leaving): number =>
  isShared ? SHARED_BYTES : 2 * waited + BESIDE_BYTES
