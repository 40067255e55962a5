import { readFileSync } from 'node:fs'

/** A larger one is read for each reader, as fast as that reader takes it. */
const MOST_BYTES_OF_ONE = 512 * 1024
const MOST_BYTES = 32 * 1024 * 1024

/**
 * Pictures that were asked for lately, in memory once for all their readers: one who reads slowly takes no file and no
 * copy.
 */
export class KeptPictures {
  /** The one that was asked for last is last. */
  readonly #pictures = new Map<string, Buffer>()
  /** Those that are no longer kept, but may still be being sent. */
  readonly #leaving = new Map<string, WeakRef<Buffer>>()
  #bytes = 0

  /** @returns `null` for one that is too large, or cannot be read now, such as with no file left to open. */
  read(file: string, sizeBytes: number): Buffer | null {
    if (sizeBytes > MOST_BYTES_OF_ONE) return null
    const known = this.#pictures.get(file)
    const picture = known ?? this.#leaving.get(file)?.deref() ?? readOrNull(file)
    if (picture === null) return null
    if (!known) this.#bytes += picture.length
    this.#pictures.delete(file)
    this.#pictures.set(file, picture)
    this.#leaving.delete(file)
    for (const [oldest, bytes] of this.#pictures) {
      if (this.#bytes <= MOST_BYTES) break
      this.#pictures.delete(oldest)
      this.#leaving.set(oldest, new WeakRef(bytes))
      this.#bytes -= bytes.length
    }
    return picture
  }
}

function readOrNull(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
