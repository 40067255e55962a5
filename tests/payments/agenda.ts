/** Planned events in order of time; at equal times, in order of planning. */
export class Agenda<T> {
  /** A heap: no entry comes before the one at `(index - 1) >> 1`. */
  readonly #entries: { at: number; planned: number; what: T }[] = []
  #planned = 0

  plan(at: number, what: T) {
    const entry = { at, planned: this.#planned++, what }
    let index = this.#entries.length
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!this.#isBefore(entry, this.#entries[parent]!)) break
      this.#entries[index] = this.#entries[parent]!
      index = parent
    }
    this.#entries[index] = entry
  }

  /** Takes the next; `null` when nothing is left. */
  next(): { at: number; what: T } | null {
    const [first] = this.#entries
    const last = this.#entries.pop()
    if (!first || !last) return null
    if (this.#entries.length === 0) return first
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= this.#entries.length) break
      const beside = this.#entries[child + 1]
      if (beside && this.#isBefore(beside, this.#entries[child]!)) child += 1
      if (!this.#isBefore(this.#entries[child]!, last)) break
      this.#entries[index] = this.#entries[child]!
      index = child
    }
    this.#entries[index] = last
    return first
  }

  #isBefore(one: { at: number; planned: number }, other: { at: number; planned: number }): boolean {
    return one.at === other.at ? one.planned < other.planned : one.at < other.at
  }
}
