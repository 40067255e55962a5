import type { FileType } from '#lib/shared/files.ts'
import { isIntactPdf } from './check-pdf.ts'
import { cleanPicture, type Cleaned } from './clean-picture.ts'

/**
 * What is kept of a file: a picture drawn again, a PDF as it is when its structure holds.
 *
 * @param type What it is by its first bytes.
 */
export async function cleanFile(bytes: Uint8Array, type: FileType): Promise<Cleaned> {
  if (type === 'application/pdf') return isIntactPdf(bytes) ? { bytes } : { refused: 'unreadable' }
  try {
    return await cleanPicture(bytes, type)
  } catch {
    return { refused: 'unreadable' }
  }
}
