import type { FileStore } from '#server/providers/files/file-store.ts'

/** A store of files in memory. */
export interface MemoryFiles extends FileStore {
  kept: Map<string, Uint8Array>
}

export function memoryFiles(): MemoryFiles {
  const kept = new Map<string, Uint8Array>()
  return {
    kept,
    put: async (key, bytes) => void kept.set(key, bytes),
    get: async (key) => kept.get(key) ?? null,
    delete: async (key) => void kept.delete(key),
  }
}
