/**
 * Where what is in files is kept: outside the database, each under an opaque key of letters, digits, `-` and `_`.
 * What comes here is encrypted already. A folder serves one machine, a bucket many.
 */
export interface FileStore {
  /** Keeps it whole or not at all. Once it answers, it outlives a loss of power. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** `null` where nothing is kept under the key. */
  get(key: string): Promise<Uint8Array | null>
  /** Nothing happens where nothing is kept under the key. */
  delete(key: string): Promise<void>
}

/** What is no key never becomes part of a path. */
export function requireKey(key: string): void {
  if (!/^[\w-]{8,64}$/.test(key)) throw new Error('a key of files is letters and digits')
}
