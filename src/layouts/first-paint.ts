// Every island waits for this module as it wakes: what there is to read comes before the scripts. In a tab behind others
// nothing is painted, and nothing waits.

/** A page whose styles do not come is not painted either. */
const AT_MOST_MS = 3_000

if (!document.hidden)
  await new Promise<void>((done) => {
    requestAnimationFrame(() => setTimeout(done))
    setTimeout(done, AT_MOST_MS)
  })

export {}
