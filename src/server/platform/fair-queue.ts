/**
 * Work that waits in lines, a line for each network, say. One line after the other is served, so a crowd in one line
 * makes only that line longer.
 */
export class FairQueue<Item> {
  /** The line whose turn is next is the first. */
  readonly #lines = new Map<unknown, Item[]>()
  #length = 0

  get length(): number {
    return this.#length
  }

  lengthOf(line: unknown): number {
    return this.#lines.get(line)?.length ?? 0
  }

  push(line: unknown, item: Item): void {
    const items = this.#lines.get(line)
    if (items) items.push(item)
    else this.#lines.set(line, [item])
    this.#length += 1
  }

  /** Takes the first item of the next line, whose others wait for its next turn. */
  shift(): Item | undefined {
    const [first] = this.#lines
    if (!first) return undefined
    const [line, items] = first
    const item = items.shift()
    this.#lines.delete(line)
    if (items.length > 0) this.#lines.set(line, items)
    this.#length -= 1
    return item
  }

  /**
   * Makes room for a line in a full queue: takes out the last item of the longest one.
   *
   * @returns `undefined` where no line is longer than this one would become.
   */
  dropFor(line: unknown): Item | undefined {
    const [longest, items] = [...this.#lines].reduce<[unknown, Item[]]>(
      (most, one) => (one[1].length > most[1].length ? one : most),
      [undefined, []],
    )
    if (items.length <= this.lengthOf(line) + 1) return undefined
    const item = items.pop()
    if (items.length === 0) this.#lines.delete(longest)
    this.#length -= 1
    return item
  }

  /** Takes everything out. */
  clear(): Item[] {
    const all = [...this.#lines.values()].flat()
    this.#lines.clear()
    this.#length = 0
    return all
  }

  [Symbol.iterator](): Iterator<Item> {
    return [...this.#lines.values()].flat()[Symbol.iterator]()
  }
}

interface Turns {
  /** How much runs at the same time. */
  atOnce: number
  mostWaiting: number
  mostWaitingOfLine: number
  /** What is thrown where too much waits. */
  busy: () => Error
}

/**
 * Lets work run in fair turns, and everything else of this process between two of them.
 *
 * @returns Runs some work when it is its line's turn; throws `busy()` where too much waits.
 */
export function fairTurns({ atOnce, mostWaiting, mostWaitingOfLine, busy }: Turns) {
  const waiting = new FairQueue<{ begin: () => void; refuse: (reason: Error) => void }>()
  let running = 0
  return async <T>(line: unknown, work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.lengthOf(line) >= mostWaitingOfLine) throw busy()
      if (waiting.length >= mostWaiting) {
        const dropped = waiting.dropFor(line)
        if (!dropped) throw busy()
        dropped.refuse(busy())
      }
      await new Promise<void>((begin, refuse) => waiting.push(line, { begin, refuse }))
    } else running += 1
    try {
      return await work()
    } finally {
      // Not before requests that have come in are heard: work that waits for nothing would leave them no gap.
      setImmediate(() => {
        const next = waiting.shift()
        if (next) next.begin()
        else running -= 1
      })
    }
  }
}
