import { readFileSync } from 'node:fs'
import type { APIRoute } from 'astro'

/** The letters of the site at an address that does not change, for messages. */
export const GET: APIRoute = () =>
  new Response(new Uint8Array(readFileSync('src/styles/fonts/letters.woff2')), {
    headers: { 'content-type': 'font/woff2' },
  })
