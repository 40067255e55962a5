import { sitePaths } from '#lib/shared/site-paths.ts'

// Whether a feature is on is for the server to say when a page is read. What names one is hidden until it has.
async function showFeatures() {
  const answer = await fetch(`${sitePaths(import.meta.env.BASE_URL).api}/config`)
  const { flags } = (await answer.json()) as { flags: Record<string, boolean> }
  for (const part of document.querySelectorAll<HTMLElement>('[data-feature]'))
    part.hidden = !flags[part.dataset.feature!]
  // The address may name one of them.
  const named = document.getElementById(location.hash.slice(1))
  if (named?.dataset.feature) named.scrollIntoView()
}

showFeatures().catch(() => console.warn('Which features are on could not be asked.'))
