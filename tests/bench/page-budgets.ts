export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof CATEGORIES)[number]

/** Bytes are those that were transferred, headers included, in units of 1,000. */
export interface Figures {
  scores: Record<Category, number>
  lcpMs: number
  tbtMs: number
  cls: number
  scriptKb: number
  totalKb: number
  requests: number
  /** Of its next step, which it loads once it is at rest: not in the figures above. */
  ahead: { kb: number; requests: number }
}

/** The largest paint of the page with one island on the machine that the goals were set on. */
export const REFERENCE_LCP_MS = 1274

/** The least of each score, and the most of all else. A score that is not named is shown only. */
export interface Budget extends Omit<Figures, 'scores' | 'lcpMs' | 'tbtMs' | 'ahead'> {
  scores: Partial<Record<Category, number>>
  /** The largest paint, as a share of that of the page with one island in the same run. */
  lcpOfLimit: number
  /** The blocking time beyond that page's, at the reference machine's speed. */
  tbtOverLimitMs: number
}

const all = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 }
/** The goals of docs/performance.md. */
export const CONTENT: Budget = {
  scores: all,
  lcpOfLimit: 1.08,
  tbtOverLimitMs: 30,
  cls: 0.01,
  scriptKb: 72,
  totalKb: 220,
  requests: 15,
}
/** A model’s page with photographs, and a home that begins with one. */
export const PHOTOGRAPHS: Budget = {
  ...CONTENT,
  scores: { ...all, performance: 99 },
  lcpOfLimit: 1.2,
  totalKb: 350,
  requests: 20,
}
export const BUILDER: Budget = {
  scores: { performance: 100, accessibility: 100 },
  lcpOfLimit: 1.2,
  tbtOverLimitMs: 50,
  cls: 0.01,
  scriptKb: 95,
  totalKb: 260,
  requests: 20,
}
export const SIGNED_IN: Budget = {
  scores: { performance: 99 },
  lcpOfLimit: 1.3,
  tbtOverLimitMs: 60,
  cls: 0.02,
  scriptKb: 115,
  totalKb: 250,
  requests: 20,
}

/** With nothing to reach: only shown. */
export const LIMIT_PAGE: Budget = {
  scores: {},
  lcpOfLimit: Infinity,
  tbtOverLimitMs: Infinity,
  cls: Infinity,
  scriptKb: Infinity,
  totalKb: Infinity,
  requests: Infinity,
}

export function medianOf(runs: Figures[]): Figures {
  const median = (of: (figures: Figures) => number) =>
    runs.map(of).sort((a, b) => a - b)[Math.floor((runs.length - 1) / 2)]!
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((category) => [category, median(({ scores }) => scores[category])]),
    ) as Figures['scores'],
    lcpMs: median(({ lcpMs }) => lcpMs),
    tbtMs: median(({ tbtMs }) => tbtMs),
    cls: median(({ cls }) => cls),
    scriptKb: median(({ scriptKb }) => scriptKb),
    totalKb: median(({ totalKb }) => totalKb),
    requests: median(({ requests }) => requests),
    ahead: {
      kb: median(({ ahead }) => ahead.kb),
      requests: median(({ ahead }) => ahead.requests),
    },
  }
}
