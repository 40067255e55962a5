// Every island waits for this module as it wakes: what there is to read comes before the scripts. In a tab behind others
// nothing is painted, and nothing waits.

/** A page whose styles do not come is not painted either. */
const AT_MOST_MS = 3_000

/** What the islands are made of, each script after those that it needs (`src/server/http/island-parts.ts`). */
const { parts, laterParts } = document.documentElement.dataset
const nextTask = () => new Promise<void>((done) => setTimeout(done))

async function ask(hrefs: string[], rel: 'modulepreload' | 'prefetch') {
  for (const [index, href] of hrefs.entries()) {
    // To ask for more of them in one task takes a slow processor as long as an answer may take.
    if (index % 4 === 3 && !document.hidden) await nextTask()
    document.head.append(Object.assign(document.createElement('link'), { rel, href }))
  }
}

if (!document.hidden)
  await new Promise<void>((done) => {
    requestAnimationFrame(() => setTimeout(done))
    setTimeout(done, AT_MOST_MS)
  })

const needed = parts?.split(' ') ?? []
await ask(needed, 'modulepreload')
// They run one by one, so that a press is answered between them. One that does not come is asked for again by the island
// itself.
for (const href of needed) {
  await import(/* @vite-ignore */ href).catch(() => {})
  if (!document.hidden) await nextTask()
}

// What sleeps is fetched behind the pictures, and is neither read nor run before somebody is there.
const later = () => setTimeout(() => void ask(laterParts?.split(' ') ?? [], 'prefetch'))
if (document.readyState === 'complete') later()
else addEventListener('load', later, { once: true })

export {}
