/**
 * Stores the contents of files outside the database, each under an opaque key of letters, digits, `-` and `_`. Contents
 * are encrypted already. A folder serves one machine, a bucket several.
 */
export interface FileStore {
  /** Stores it whole or not at all, and safe from a power loss once it returns. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** `null` if there is no file under the key. */
  get(key: string): Promise<Uint8Array | null>
  /** Does nothing if there is no file under the key. */
  delete(key: string): Promise<void>
}

/** Checks a key before it becomes part of a path. */
export function requireKey(key: string): void {
  if (!/^[\w-]{8,64}$/.test(key)) throw new Error('a key of files is letters and digits')
}
