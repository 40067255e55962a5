import type { APIRoute } from 'astro'
import { englishLetters } from '#content/typeface/english-letters.ts'

/** The letters of the site at an address that does not change, for messages. */
export const GET: APIRoute = () =>
  new Response(new Uint8Array(Buffer.from(englishLetters, 'base64')), {
    headers: { 'content-type': 'font/woff2' },
  })
