import sharp from 'sharp'
import { sources } from '#content/photographs.ts'
import type { Photograph } from '#lib/pictures/photographs.ts'

interface Size {
  width: number
  height: number
}

/** A photograph as JPEG in a size, cropped around what matters in it; one of a car without a ground is whole, on a light one. */
export function cropped(photograph: Photograph, size: Size, quality: number): Promise<Buffer> {
  const picture = sharp(sources[photograph.path]).autoOrient()
  const { width, height } = size
  if (photograph.isCutOut) {
    const background = '#eef1f4'
    return picture
      .resize({ ...size, fit: 'contain', position: 'bottom', background })
      .flatten({ background })
      .jpeg({ quality })
      .toBuffer()
  }
  const scale = Math.max(width / photograph.width, height / photograph.height)
  const scaled = {
    width: Math.max(width, Math.round(photograph.width * scale)),
    height: Math.max(height, Math.round(photograph.height * scale)),
  }
  const [x, y] = photograph.focus ?? [50, 50]
  return picture
    .resize({ ...scaled, fit: 'fill' })
    .extract({
      ...size,
      left: Math.round(((scaled.width - width) * x) / 100),
      top: Math.round(((scaled.height - height) * y) / 100),
    })
    .jpeg({ quality, mozjpeg: true })
    .toBuffer()
}
