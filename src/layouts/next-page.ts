/** How long a page is at rest before it fetches another: its own first screen and presses come first. */
const AT_REST_MS = 1_000

/** Whether the visitor asks for as little data as possible. Not every browser says so. */
const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Fetches the page that most visitors open next, where the browser knows speculation rules (src/pages), and its scripts.
 * The mark lets `npm run bench:pages` count it apart.
 */
function fetchNextPage() {
  const next = document.querySelector<HTMLTemplateElement>('#next-page')
  if (!next || savesData()) return
  performance.mark('next step')
  const links = document.importNode(next.content, true)
  for (const link of links.querySelectorAll('link'))
    if (performance.getEntriesByName(link.href).length > 0) link.remove()
  document.body.append(links)
}

addEventListener('load', () => setTimeout(fetchNextPage, AT_REST_MS))
