import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import sharp from 'sharp'

/** A picture of a brand that was decoded without a fault. */
export interface OpenedPicture {
  /** Its path in its model's folder. */
  name: string
  source: string
  width: number
  height: number
  /** Whether something of it is transparent. */
  isCutOut: boolean
  hash: string
}

export type Report = (name: string, reason: string) => void

const ENDINGS = ['.jpg', '.jpeg', '.png', '.webp', '.avif']
const FORMATS = ['jpeg', 'png', 'webp', 'heif']
const WANTED = 'use a JPEG, PNG, WebP or AVIF picture'
/** How much the shapes of the pictures of a view may differ, for a pixel that was rounded away. */
const SAME_SHAPE = 0.01
/** Pictures read at a time. */
const AT_ONCE = 8
/** Raised when the build makes other files of the same picture. */
const RECIPE = 1

/** Opens pictures of a folder; those that cannot be read are reported and left out. */
export async function openPictures(
  folder: string,
  names: readonly string[],
  report: Report,
): Promise<Map<string, OpenedPicture>> {
  const opened = new Map<string, OpenedPicture>()
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE)
    const pictures = await Promise.all(some.map((name) => open(name, join(folder, name))))
    pictures.forEach((picture, i) => {
      if (typeof picture === 'string') report(some[i]!, picture)
      else opened.set(some[i]!, picture)
    })
  }
  return opened
}

/** Decodes all of a picture, because one that ends early has a sound beginning. Returns what is wrong with it, if anything. */
async function open(name: string, source: string): Promise<OpenedPicture | string> {
  if (!ENDINGS.includes(extname(name).toLowerCase())) return `has the wrong ending: ${WANTED}`
  try {
    const bytes = readFileSync(source)
    const { format, hasAlpha, autoOrient } = await sharp(bytes).metadata()
    if (!FORMATS.includes(format)) return `contains ${format}: ${WANTED}`
    if (!hasAlpha) await sharp(bytes).resize(8).raw().toBuffer()
    const isCutOut = hasAlpha && !(await sharp(bytes).stats()).isOpaque
    return { name, source, ...autoOrient, isCutOut, hash: hashOf(bytes) }
  } catch {
    return `cannot be read, or ends too early: ${WANTED}`
  }
}

/** Names a content and the way in which files are made of it. */
export const hashOf = (content: Buffer | string): string =>
  createHash('sha256').update(`${RECIPE} `).update(content).digest('hex').slice(0, 12)

/** Reports a picture that is too small, or has another shape than the first one of its kind. */
export function checkSize(
  picture: OpenedPicture,
  leastWidth: number,
  kind: string,
  firsts: Map<string, OpenedPicture>,
  report: Report,
): void {
  const { name, width, height } = picture
  if (width < leastWidth) report(name, `is ${width} pixels wide: it needs at least ${leastWidth}`)
  const first = firsts.get(kind)
  if (!first) firsts.set(kind, picture)
  else if (Math.abs((width * first.height) / (height * first.width) - 1) > SAME_SHAPE)
    report(
      name,
      `is ${width} × ${height}, but ${first.name} is ${first.width} × ${first.height}: pictures of one view must have the same shape`,
    )
}
