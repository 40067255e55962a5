// Every island waits for this module as it wakes: what there is to read comes before the scripts. In a tab behind others
// nothing is painted, and nothing waits.

/** A page whose styles do not come is not painted either. */
const AT_MOST_MS = 3_000

/** What the islands are made of, each script after those that it needs (scripts/island-parts.ts). */
const parts = document.documentElement.dataset.parts?.split(' ') ?? []
const nextTask = () => new Promise<void>((done) => setTimeout(done))

if (!document.hidden)
  await new Promise<void>((done) => {
    requestAnimationFrame(() => setTimeout(done))
    setTimeout(done, AT_MOST_MS)
  })

for (const [index, href] of parts.entries()) {
  // To ask for all of them at once takes a slow processor as long as an answer may take.
  if (index % 8 === 7 && !document.hidden) await nextTask()
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
  )
}

// Where one of them is needed at once they run one by one, so that a press is answered between them. One that does not
// come is asked for again by the island itself.
if (document.querySelector('astro-island[ssr]:not([client=touch])'))
  for (const href of parts) {
    await import(/* @vite-ignore */ href).catch(() => {})
    if (!document.hidden) await nextTask()
  }

export {}
