/** The types of files that a purchase may have, recognised by their first bytes and never by their name (decision 57). */

/** The largest file that can be sent or kept. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024
/** Photos of one car to trade in. */
export const MOST_PHOTOS = 12
/** Documents of one finance application. */
export const MOST_DOCUMENTS = 20

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export const FILE_TYPES = [...PICTURE_TYPES, 'application/pdf'] as const
export type FileType = (typeof FILE_TYPES)[number]

/** File name extensions by media type. */
export const FILE_ENDINGS: Record<FileType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  bytes.length >= at + start.length && start.every((byte, index) => bytes[at + index] === byte)
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))

const MARKS: Record<FileType, (bytes: Uint8Array) => boolean> = {
  'image/jpeg': (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  'image/png': (bytes) => startsWith(bytes, [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a]),
  'image/webp': (bytes) => startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8),
  'application/pdf': (bytes) => startsWith(bytes, ascii('%PDF-')),
}

/** The media type of a file by its first bytes; `null` for types that are not accepted. */
export const fileTypeOf = (bytes: Uint8Array): FileType | null =>
  FILE_TYPES.find((type) => MARKS[type](bytes)) ?? null

/** How large a file is, in words: `812 KB`, `2.4 MB`. */
export const fileSize = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`

export const isPicture = (type: string): boolean =>
  (PICTURE_TYPES as readonly string[]).includes(type)
