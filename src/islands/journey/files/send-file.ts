import type { Result } from '#lib/api/failure.ts'
import { FILE_ENDINGS, fileTypeOf, FILE_TYPES, MAX_FILE_BYTES } from '#lib/shared/files.ts'
import { shrinkPicture } from '#ui/shrink-picture.ts'

const TOO_LARGE = 'It’s larger than 10 MB. Send fewer pages at a time, or photos of them.'

/** Shrinks a picture and sends it. */
export async function sendShrunkPicture(
  file: File,
  send: (picture: Blob) => Promise<Result<unknown>>,
): Promise<Result<unknown> | string> {
  const picture = await shrinkPicture(file)
  return picture
    ? send(picture)
    : 'We couldn’t open this photo. Please choose a JPEG, PNG or WebP file.'
}

/** The media type of a file, from its first bytes where the system does not give it. */
async function typeOf(file: File): Promise<string | null> {
  return file.type || fileTypeOf(new Uint8Array(await file.slice(0, 16).arrayBuffer()))
}

/** Sends a document: pictures as shrunk JPEGs, a PDF unchanged. */
export async function sendDocumentFile(
  file: File,
  send: (document: Blob, name: string) => Promise<Result<unknown>>,
): Promise<Result<unknown> | string> {
  const type = await typeOf(file)
  if (type?.startsWith('image/'))
    return sendShrunkPicture(file, (picture) =>
      send(picture, `${file.name.replace(/\.[^.]*$/, '')}.${FILE_ENDINGS['image/jpeg']}`),
    )
  if (!(FILE_TYPES as readonly (string | null)[]).includes(type))
    return 'It isn’t a PDF or a photo. Save it as a PDF, or take a photo of it.'
  return file.size > MAX_FILE_BYTES ? TOO_LARGE : send(file, file.name)
}
