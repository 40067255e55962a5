/** What of a demonstration the failure lab can turn; the simulated providers look at it. */
export interface Lab {
  /** How far the clock is ahead, in milliseconds. */
  aheadMs: number
  /** How the notice of the next payment travels, where its page does not say: a name of `NOTICES`. */
  nextNotice: string | null
  /** Whether the next payment by card is declined. */
  declinesNext: boolean
  /** Each closes the open pages of a provider, as if their time were over. Answers how many. */
  closers: (() => Promise<number>)[]
}

export const newLab = (): Lab => ({
  aheadMs: 0,
  nextNotice: null,
  declinesNext: false,
  closers: [],
})
