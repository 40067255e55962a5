import { gzipSync } from 'node:zlib'

/** No browser's is longer. One of 16 kB would cost more to read than the page to send. */
const LONGEST_HEADER = 200

/** Whether an `Accept-Encoding` header accepts an encoding; `q=0` refuses it. */
export const takesEncoding = (accepted = '', name: 'br' | 'gzip'): boolean =>
  accepted.length <= LONGEST_HEADER &&
  accepted.split(',').some((part) => {
    const [encoding, quality = 'q=1'] = part.split(';').map((word) => word.trim().toLowerCase())
    return encoding === name && Number(quality.replace('q=', '')) > 0
  })

/** A shorter answer fits into one packet anyway, and a longer one would keep others waiting. */
const [LEAST_BYTES, MOST_BYTES] = [1000, 200_000]
/** A window of 4 kB: with the usual 32, getting the memory takes longer than the work. */
const QUICK = { level: 4, windowBits: 12, memLevel: 5 }

/**
 * Whether an answer is sent in gzip: JSON takes a third then, which on a phone's network is a packet instead of four.
 *
 * What a visitor wrote stands beside what only they may know, and length tells something about both (BREACH). But no other
 * site can make a browser ask with the visitor's token, nor with a cookie of ours, which are `SameSite`.
 */
export const isGzipped = (lengthBytes: number, accepted: string | undefined): boolean =>
  lengthBytes >= LEAST_BYTES && lengthBytes <= MOST_BYTES && takesEncoding(accepted, 'gzip')

export const gzipped = (body: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gzipSync(body, QUICK))
