import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/** Makes the pictures as small as they can be without looking different. */
export async function shrinkPictures(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const picture = readFileSync(file)
    const small = await sharp(picture)
      .png({ palette: true, colours: 128, dither: 0, effort: 10, compressionLevel: 9 })
      .toBuffer()
    if (small.length < picture.length * 0.9) writeFileSync(file, small)
  }
}
