/** The longest side of a sent picture, in pixels: enough to see a scratch or read a letter. */
const LONGEST_SIDE = 2000
const QUALITY = 0.85

/**
 * Re-encodes a picture before it is sent: upright, a JPEG of limited size, and without metadata such as the location.
 *
 * @returns `null` for a file that the browser cannot read as a picture.
 */
export async function shrinkPicture(file: Blob): Promise<Blob | null> {
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return null
  }
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return null
  // Transparent pixels would come out black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
}
