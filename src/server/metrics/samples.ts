/** A number under a name, as Prometheus reads it. */
export interface Sample {
  labels?: Record<string, string>
  /** What follows the name: `_sum`. */
  ending?: string
  value: number
}

export interface Metric {
  name: string
  type: 'counter' | 'gauge' | 'histogram' | 'summary'
  help: string
  samples: Sample[]
}

/** Metrics as text, in the format 0.0.4. */
export const written = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(
          ({ ending = '', labels, value }) =>
            `${name}${ending}${labelsOf(labels)} ${value === Infinity ? '+Inf' : value}`,
        ),
        '',
      ].join('\n'),
    )
    .join('')

const labelsOf = (labels: Record<string, string> = {}): string => {
  const pairs = Object.entries(labels).map(
    ([name, value]) =>
      `${name}="${value.replaceAll(/["\\\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))}"`,
  )
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

/** A count for each set of labels. */
export class Counter {
  readonly #counts = new Map<string, Sample>()

  add(labels: Record<string, string>): void {
    const key = JSON.stringify(labels)
    const known = this.#counts.get(key)
    if (known) known.value += 1
    else this.#counts.set(key, { labels, value: 1 })
  }

  get samples(): Sample[] {
    return [...this.#counts.values()]
  }
}

/** How often a value was no more than each of some bounds, for each route. */
export class Histogram {
  readonly #bounds: readonly number[]
  readonly #series = new Map<string, { counts: number[]; count: number; sum: number }>()

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
  }

  add(route: string, value: number): void {
    const series = this.#series.get(route) ?? {
      counts: this.#bounds.map(() => 0),
      count: 0,
      sum: 0,
    }
    this.#series.set(route, series)
    this.#bounds.forEach((bound, index) => {
      if (value <= bound) series.counts[index]! += 1
    })
    series.count += 1
    series.sum += value
  }

  get samples(): Sample[] {
    return [...this.#series].flatMap(([route, { counts, count, sum }]) => [
      ...this.#bounds.map((bound, index) => ({
        ending: '_bucket',
        labels: { route, le: String(bound) },
        value: counts[index]!,
      })),
      { ending: '_bucket', labels: { route, le: '+Inf' }, value: count },
      { ending: '_sum', labels: { route }, value: sum },
      { ending: '_count', labels: { route }, value: count },
    ])
  }
}
