/** What a line has used counts half after this. */
const HALF_LIFE_MS = 30_000
/** Lines whose use is remembered; the one that was served longest ago is forgotten first. */
const MOST_REMEMBERED = 10_000

/** What lines, or sites, have used of late. */
class Usage {
  readonly #used = new Map<unknown, { ms: number; atMs: number }>()

  of(one: unknown): number {
    const used = this.#used.get(one)
    return used ? used.ms * 0.5 ** ((performance.now() - used.atMs) / HALF_LIFE_MS) : 0
  }

  spend(one: unknown, ms: number): void {
    const used = this.of(one) + ms
    this.#used.delete(one)
    this.#used.set(one, { ms: used, atMs: performance.now() })
    if (this.#used.size > MOST_REMEMBERED) this.#used.delete(this.#used.keys().next().value)
  }
}

/**
 * Work that waits in lines, such as a line for each network. The line that used the least time of late is served first:
 * a crowd makes only its own line longer, and a line with dear work waits for those with cheap work.
 *
 * Lines may belong to a site, such as those of the sessions at one address. Then the site that used least goes first, and
 * of its lines the one that used least: a site with many lines gets no more than one with a single line.
 */
export class FairQueue<Item> {
  /** Of lines that used the same, the first is served first. */
  readonly #lines = new Map<unknown, { site: unknown; items: Item[] }>()
  readonly #ofLines = new Usage()
  readonly #ofSites = new Usage()
  #length = 0

  get length(): number {
    return this.#length
  }

  lengthOf(line: unknown): number {
    return this.#lines.get(line)?.items.length ?? 0
  }

  push(line: unknown, item: Item, site: unknown = line): void {
    const known = this.#lines.get(line)
    if (known) known.items.push(item)
    else this.#lines.set(line, { site, items: [item] })
    this.#length += 1
  }

  /** Takes the first item of the next line that may go on, whose others wait for its next turn. */
  shift(mayGo: (line: unknown) => boolean = () => true): Item | undefined {
    const line = this.#best((one, best) => this.#usedMore(best, one), mayGo)
    const first = this.#lines.get(line)
    if (!first) return undefined
    const item = first.items.shift()
    this.#lines.delete(line)
    if (first.items.length > 0) this.#lines.set(line, first)
    this.#length -= 1
    return item
  }

  /** Counts the time that an item of a line took. */
  spend(line: unknown, ms: number, site: unknown = line): void {
    this.#ofLines.spend(line, ms)
    this.#ofSites.spend(site, ms)
  }

  /**
   * Makes room for a line in a full queue: takes out the last item of the site with most, there of its longest line, and
   * of several of the one that used most.
   *
   * @returns `undefined` where no other is longer than this one would become, or as long and used more.
   */
  dropFor(line: unknown, site: unknown = line): Item | undefined {
    const lengths = new Map<unknown, number>()
    for (const { site: one, items } of this.#lines.values())
      lengths.set(one, (lengths.get(one) ?? 0) + items.length)
    const lengthOfSite = (one: unknown) => lengths.get(one) ?? 0
    const longest = this.#best((one, best) => {
      const longer =
        lengthOfSite(this.#siteOf(one)) - lengthOfSite(this.#siteOf(best)) ||
        this.lengthOf(one) - this.lengthOf(best)
      return longer > 0 || (longer === 0 && this.#usedMore(one, best))
    })
    const isOwn = this.#siteOf(longest) === site
    const ahead = isOwn
      ? this.lengthOf(longest) - this.lengthOf(line)
      : lengthOfSite(this.#siteOf(longest)) - lengthOfSite(site)
    const hasUsedMore = isOwn
      ? this.#ofLines.of(longest) > this.#ofLines.of(line)
      : this.#ofSites.of(this.#siteOf(longest)) > this.#ofSites.of(site)
    if (ahead < 1 || (ahead === 1 && !hasUsedMore)) return undefined
    const { items } = this.#lines.get(longest)!
    const item = items.pop()
    if (items.length === 0) this.#lines.delete(longest)
    this.#length -= 1
    return item
  }

  /** Takes out an item that waits no more, wherever it is in its line. */
  remove(line: unknown, item: Item): void {
    const items = this.#lines.get(line)?.items
    const at = items?.indexOf(item) ?? -1
    if (at === -1) return
    items!.splice(at, 1)
    if (items!.length === 0) this.#lines.delete(line)
    this.#length -= 1
  }

  /** Takes everything out. */
  clear(): Item[] {
    const all = [...this]
    this.#lines.clear()
    this.#length = 0
    return all
  }

  [Symbol.iterator](): Iterator<Item> {
    return [...this.#lines.values()].flatMap(({ items }) => items)[Symbol.iterator]()
  }

  #siteOf(line: unknown): unknown {
    return this.#lines.get(line)?.site
  }

  /** Whether the site of one line has used more than that of another, or as much and the line has. */
  #usedMore(one: unknown, other: unknown): boolean {
    const more = this.#ofSites.of(this.#siteOf(one)) - this.#ofSites.of(this.#siteOf(other))
    return more > 0 || (more === 0 && this.#ofLines.of(one) > this.#ofLines.of(other))
  }

  #best(
    isBetter: (one: unknown, best: unknown) => boolean,
    mayBe: (line: unknown) => boolean = () => true,
  ): unknown {
    const [first, ...others] = [...this.#lines.keys()].filter(mayBe)
    return others.reduce((best, one) => (isBetter(one, best) ? one : best), first)
  }
}

interface Turns {
  /** How much runs at the same time. */
  atOnce: number
  mostWaiting: number
  mostWaitingOfLine: number
  /**
   * Of work that keeps this thread busy: afterwards nothing runs for as long as it took, but no longer than this. Node
   * accepts one new connection in each turn of the event loop, so a visitor would wait behind each that a crowd opens.
   */
  mostRestMs?: number
  /** What is thrown where too much waits. */
  busy: () => Error
}

/**
 * Lets work run in fair turns, and everything else of this process between two of them.
 *
 * @returns Runs some work when it is its line's turn; throws `busy()` where too much waits.
 */
export function fairTurns({ atOnce, mostWaiting, mostWaitingOfLine, mostRestMs = 0, busy }: Turns) {
  const waiting = new FairQueue<{ begin: () => void; refuse: (reason: Error) => void }>()
  let running = 0
  return async <T>(line: unknown, work: () => Promise<T>, site = line): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.lengthOf(line) >= mostWaitingOfLine) throw busy()
      if (waiting.length >= mostWaiting) {
        const dropped = waiting.dropFor(line, site)
        if (!dropped) throw busy()
        dropped.refuse(busy())
      }
      await new Promise<void>((begin, refuse) => waiting.push(line, { begin, refuse }, site))
    } else running += 1
    const beganMs = performance.now()
    try {
      return await work()
    } finally {
      const tookMs = performance.now() - beganMs
      waiting.spend(line, tookMs, site)
      const next = () => {
        const first = waiting.shift()
        if (first) first.begin()
        else running -= 1
      }
      // Not before requests that have come in are heard: work that waits for nothing would leave them no gap.
      if (mostRestMs > 0) setTimeout(next, Math.min(tookMs, mostRestMs))
      else setImmediate(next)
    }
  }
}

interface Slots {
  atOnce: number
  atOnceOfLine: number
  mostWaiting: number
  mostWaitMs: number
  /** What is thrown where too much waits, or for too long. */
  busy: () => Error
}

/**
 * Gives out slots in fair turns, such as connections to a database. No line has all of them.
 *
 * @returns Waits for a slot of a line, and returns what gives it back.
 */
export function fairSlots({ atOnce, atOnceOfLine, mostWaiting, mostWaitMs, busy }: Slots) {
  const waiting = new FairQueue<{ begin: () => void; refuse: (reason: Error) => void }>()
  const taken = new Map<unknown, number>()
  let running = 0
  const takenBy = (line: unknown) => taken.get(line) ?? 0
  const mayGo = (line: unknown) => running < atOnce && takenBy(line) < atOnceOfLine
  const take = (line: unknown) => {
    running += 1
    taken.set(line, takenBy(line) + 1)
  }
  const giveBack = (line: unknown, site: unknown, sinceMs: number) => {
    waiting.spend(line, performance.now() - sinceMs, site)
    running -= 1
    if (takenBy(line) === 1) taken.delete(line)
    else taken.set(line, takenBy(line) - 1)
    waiting.shift(mayGo)?.begin()
  }
  const turn = (line: unknown, site: unknown) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.remove(line, item)
        item.refuse(busy())
      }, mostWaitMs)
      const item = {
        begin: () => {
          clearTimeout(timer)
          take(line)
          resolve()
        },
        refuse: (reason: Error) => {
          clearTimeout(timer)
          reject(reason)
        },
      }
      waiting.push(line, item, site)
    })
  return async (line: unknown, site = line): Promise<() => void> => {
    if (mayGo(line)) take(line)
    else {
      if (waiting.length >= mostWaiting) {
        const dropped = waiting.dropFor(line, site)
        if (!dropped) throw busy()
        dropped.refuse(busy())
      }
      await turn(line, site)
    }
    const sinceMs = performance.now()
    return () => giveBack(line, site, sinceMs)
  }
}
