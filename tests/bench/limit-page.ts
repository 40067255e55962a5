import { createServer, type Server } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'

/** The least that a page with home’s words, first picture, style sheet and typeface takes: static, and with one React island. */
export const LIMITS = { static: '/static/', island: '/island/' }

const ISLAND = `
  import { createElement, useState } from 'react'
  import { hydrateRoot } from 'react-dom/client'
  function Counter() {
    const [presses, setPresses] = useState(0)
    return createElement('button', { onClick: () => setPresses(presses + 1) }, 'Presses: ' + presses)
  }
  hydrateRoot(document.getElementById('island'), createElement(Counter))
`
const SCRIPT = '/island.js'

async function islandScript(): Promise<string> {
  const build = await rolldown({
    input: 'island',
    plugins: [
      {
        name: 'island',
        resolveId: (id) => (id === 'island' ? `${process.cwd()}/island.js` : undefined),
        load: (id) => (id === `${process.cwd()}/island.js` ? ISLAND : undefined),
      },
    ],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  return output[0].code
}

type Answer = [type: string, body: Buffer, encoding: string]

const inBrotli = (type: string, text: string): Answer => [type, brotliCompressSync(text), 'br']

/** @param site Where the storefront is served, of which home is read. */
export async function limitServer(site: string): Promise<Server> {
  const home = await (await fetch(site)).text()
  const first = (pattern: RegExp): string => {
    const [, found] = pattern.exec(home) ?? []
    if (!found) throw new Error(`The home page has nothing to compare with: ${pattern.source}`)
    return found
  }
  const picture = first(/<img[^>]* src="([^"]+)"/)
  const style = first(/<link rel="stylesheet" href="([^"]+)"/)
  const font = first(/<link rel="preload" as="font"[^>]* href="([^"]+)"/)
  const words = home
    .replace(/<(script|style|svg|noscript)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .split(/\s{2,}/)
  const page = (isIsland: boolean) =>
    `<!doctype html><html lang="en-NZ"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Limit</title>
<meta name="description" content="The least that a page takes.">
<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>
<link rel="stylesheet" href="${style}">
${isIsland ? `<script type="module" src="${SCRIPT}"></script>` : ''}</head><body><main><h1>Limit</h1>
${isIsland ? '<div id="island"><button>Presses: 0</button></div>' : ''}
<img src="${picture}" alt="" width="320" height="130">
${words.map((text) => `<p>${text}</p>`).join('\n')}</main></body></html>`

  const answers = new Map<string, Answer>([
    [LIMITS.static, inBrotli('text/html; charset=utf-8', page(false))],
    [LIMITS.island, inBrotli('text/html; charset=utf-8', page(true))],
    [SCRIPT, inBrotli('text/javascript', await islandScript())],
  ])
  for (const path of [picture, style, font]) {
    const answer = await fetch(new URL(path, site))
    const type = answer.headers.get('content-type')!
    const body = Buffer.from(await answer.arrayBuffer())
    answers.set(
      path,
      path === font ? [type, body, 'identity'] : [type, brotliCompressSync(body), 'br'],
    )
  }
  return createServer((request, response) => {
    const [type, body, encoding] = answers.get(request.url!) ?? []
    response.writeHead(
      body ? 200 : 404,
      type && encoding
        ? { 'content-type': type, 'content-encoding': encoding, 'cache-control': 'no-cache' }
        : {},
    )
    response.end(body)
  })
}
