import type { FileType } from '#lib/shared/files.ts'
import { isIntactPdf } from './check-pdf.ts'
import { cleanPicture, type Cleaned } from './clean-picture.ts'

/**
 * Cleans a file: draws a picture again; keeps a PDF as it is if its structure is valid.
 *
 * @param type The type by its first bytes.
 */
export async function cleanFile(bytes: Uint8Array, type: FileType): Promise<Cleaned> {
  if (type === 'application/pdf') return isIntactPdf(bytes) ? { bytes } : { refused: 'unreadable' }
  try {
    return await cleanPicture(bytes, type)
  } catch {
    return { refused: 'unreadable' }
  }
}
