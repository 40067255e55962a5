import { createHash } from 'node:crypto'

/** The SHA-256 of text or bytes, in base64url. */
export const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('base64url')
