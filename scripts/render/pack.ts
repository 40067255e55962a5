/** Writes the PNG files of a folder as JPEG into another: node scripts/render/pack.ts FROM TO (README.md beside it). */
import { mkdirSync, readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import sharp from 'sharp'

const [from, to] = process.argv.slice(2)
if (!from || !to) throw new Error('name the folder of the PNG files, and the one for the pictures')

mkdirSync(to, { recursive: true })
for (const file of readdirSync(from).filter((name) => name.endsWith('.png')))
  await sharp(join(from, file))
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toFile(join(to, `${parse(file).name}.jpg`))
