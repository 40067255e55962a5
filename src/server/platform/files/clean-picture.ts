import sharp, { type Sharp } from 'sharp'
import { MAX_FILE_BYTES, type FileType } from '#lib/shared/files.ts'
import { READ_LIMITS } from './limits.ts'

export type FileRefusal = 'unreadable' | 'too many pixels' | 'too detailed' | 'too slow'
export type Cleaned = { bytes: Uint8Array } | { refused: FileRefusal }

const WRITERS: Record<Exclude<FileType, 'application/pdf'>, (picture: Sharp) => Sharp> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: 88 }),
  'image/png': (picture) => picture.png(),
  'image/webp': (picture) => picture.webp({ quality: 88, effort: 2 }),
}

/**
 * Draws a picture again from its pixels: upright, in sRGB and without metadata. An animation becomes its first frame.
 */
export async function cleanPicture(
  bytes: Uint8Array,
  type: keyof typeof WRITERS,
): Promise<Cleaned> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  const pixels = width * height
  if (pixels > READ_LIMITS.mostPixels) return { refused: 'too many pixels' }
  const { pixelsOfAnyBytes, mostPixelsPerByte } = READ_LIMITS
  if (pixels > Math.max(pixelsOfAnyBytes, bytes.length * mostPixelsPerByte))
    return { refused: 'unreadable' }
  const side = READ_LIMITS.longestSide
  const picture = sharp(bytes, { limitInputPixels: READ_LIMITS.mostPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  const cleaned = await WRITERS[type](picture).toBuffer()
  return cleaned.length > MAX_FILE_BYTES ? { refused: 'too detailed' } : { bytes: cleaned }
}
