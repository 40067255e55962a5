const toTidy = new Set<() => Promise<unknown>>()

// A closed terminal and a second Ctrl-C too; the first one has begun to tidy.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, async () => {
    for (const tidy of [...toTidy].reverse()) await tidy().catch(() => {})
    process.exit(1)
  })

/** Removes what work leaves behind if a signal ends the process. */
export const tidyOnSignal = (tidy: () => Promise<unknown>) => void toTidy.add(tidy)

/** Does work that leaves something behind, and removes that afterwards, also where a signal ends the process first. */
export async function tidily<T>(tidy: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  toTidy.add(tidy)
  try {
    return await work()
  } finally {
    // On the list until it is done: a signal may come meanwhile.
    await tidy()
    toTidy.delete(tidy)
  }
}
