// The server decides which features are on. Elements of a feature stay hidden until it has answered.
async function showFeatures() {
  // Not by `sitePaths`: this page would load the whole file that the table is in.
  const answer = await fetch(import.meta.env.BASE_URL.replace(/\/*$/, '/api/config'))
  const { flags } = (await answer.json()) as { flags: Record<string, boolean> }
  for (const part of document.querySelectorAll<HTMLElement>('[data-feature]'))
    part.hidden = !flags[part.dataset.feature!]
  // The address may point to one of them.
  const named = document.getElementById(location.hash.slice(1))
  if (named?.dataset.feature) named.scrollIntoView()
}

showFeatures().catch(() => console.warn('Which features are on could not be asked.'))
