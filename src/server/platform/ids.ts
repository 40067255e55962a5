import { randomFillSync } from 'node:crypto'

const ID_BYTES = 16
/** Random bytes for many ids, because asking the system for each is most of an id's cost. */
const pool = Buffer.alloc(ID_BYTES * 256)
let used = pool.length

/** A new opaque id of 128 random bits, in base64url. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += ID_BYTES
  return pool.toString('base64url', used - ID_BYTES, used)
}
