import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { Car3d } from '#lib/pictures/cars-3d.ts'
import {
  frameOf,
  HERO,
  LEAST_WIDTH,
  type ModelPhotographs,
  type ModelPicture,
  type Photograph,
  type Spin,
} from '#lib/pictures/photographs.ts'
import { checkSize, hashOf, openPictures, type OpenedPicture, type Report } from './open-picture.ts'
import {
  missingFrames,
  modelNames,
  pictureName,
  readWords,
  WORDS_FILE,
  wordsOf,
  type ModelNames,
  type Named,
  type Words,
} from './photograph-names.ts'
import type { Problem } from './content-error.ts'
import { CAR_3D_FILE, readCar3d } from './cars-3d/read-car-3d.ts'

const SPIN = 'spin'
const FRAMES = { least: 24, most: 72 }

export interface ReadPhotographs {
  /** By the slug of the model. */
  photographs: Record<string, ModelPhotographs>
  /** The file of each photograph, frame of a spin and car in 3D, by its path. */
  sources: Record<string, string>
  /** The cars in 3D, by the slug of the model. */
  cars3d: Record<string, Car3d>
  problems: Problem[]
}

/** Reads and checks the photographs of the models: `pictures/{slug}/` in the folder of a brand (docs/pictures.md). */
export async function readPhotographs(brandDir: string, content: Named): Promise<ReadPhotographs> {
  const read: ReadPhotographs = { photographs: {}, sources: {}, cars3d: {}, problems: [] }
  const folder = join(brandDir, 'pictures')
  if (!existsSync(folder)) return read
  for (const slug of namesIn(folder)) {
    const report = (name: string, reason: string, path = '') =>
      read.problems.push({ file: `pictures/${name}`, path, reason })
    const model = content.models.find((row) => row.slug === slug)
    if (!model) {
      const slugs = content.models.map((row) => row.slug)
      report(slug, `no model has this slug: use one of ${slugs.join(', ')}`)
      continue
    }
    const own = join(folder, slug)
    const names = modelNames(model, content)
    if (namesIn(own).includes(CAR_3D_FILE)) {
      const car = readCar3d(own, model, names.colours, (reason) =>
        report(`${slug}/${CAR_3D_FILE}`, reason),
      )
      if (car) {
        read.cars3d[slug] = car
        read.sources[car.path] = join(own, CAR_3D_FILE)
      }
      // It needs no photographs beside it.
      if (namesIn(own).length === 1) continue
    }
    read.photographs[slug] = await readModel({
      folder: own,
      slug,
      names,
      sources: read.sources,
      report: (name, reason, path) => report(`${slug}/${name}`, reason, path),
    })
  }
  return read
}

/** What is in a folder, in order, without the files that systems leave there. */
const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !/^(\.|Thumbs\.db$|desktop\.ini$)/.test(name))
    .toSorted()

interface Folder {
  folder: string
  slug: string
  names: ModelNames
  sources: ReadPhotographs['sources']
  report: (name: string, reason: string, path?: string) => void
}

async function readModel(from: Folder): Promise<ModelPhotographs> {
  const { folder, report } = from
  const words = readWords(join(folder, WORDS_FILE), (path, reason) =>
    report(WORDS_FILE, reason, path),
  )
  const used = new Set<string>()
  const pictures = await readPictures(from, words, used)
  const spins = existsSync(join(folder, SPIN)) ? await readSpins(from, words, used) : []
  for (const key of Object.keys(words ?? {}))
    if (!used.has(key)) report(WORDS_FILE, 'there is no picture or view with this name', key)
  return { pictures, spins }
}

/** In the order of their words, which is that of the details on a page. */
async function readPictures(
  { folder, slug, names, sources, report }: Folder,
  words: Words | null,
  used: Set<string>,
): Promise<ModelPicture[]> {
  const files = namesIn(folder).filter((name) => {
    if ([WORDS_FILE, SPIN, CAR_3D_FILE].includes(name)) return false
    if (!statSync(join(folder, name)).isDirectory()) return true
    report(name, `is a folder: move its pictures up beside ${WORDS_FILE}, or remove it`)
    return false
  })
  const opened = await openPictures(folder, files, report)
  const firsts = new Map<string, OpenedPicture>()
  reportTwins(files, report)
  const pictures = files.flatMap((file): ModelPicture[] => {
    const stem = parse(file).name
    const parsed = pictureName(stem, names)
    if ('reason' in parsed) {
      report(file, parsed.reason)
      return []
    }
    const { view, codes } = parsed
    used.add(stem).add(view)
    const { alt, caption, faults, ...how } = wordsOf(words, stem, view, codes, names)
    for (const fault of faults) report(file, fault)
    const picture = opened.get(file)
    if (!picture) return []
    const least = view === HERO ? LEAST_WIDTH.hero : LEAST_WIDTH.picture
    checkSize(picture, least, view, firsts, report)
    const photograph = asPhotograph(`${slug}/${stem}`, picture, how)
    sources[photograph.path] = picture.source
    return [{ view, codes, photograph, alt, ...(caption && { caption }) }]
  })
  const order = Object.keys(words ?? {})
  const place = ({ view, photograph }: ModelPicture) => {
    const own = order.indexOf(photograph.path.slice(slug.length + 1))
    return own < 0 ? order.indexOf(view) : own
  }
  return pictures.toSorted((a, b) => place(a) - place(b))
}

async function readSpins(
  { folder, slug, names, sources, report }: Folder,
  words: Words | null,
  used: Set<string>,
): Promise<Spin[]> {
  const spins: Spin[] = []
  const firsts = new Map<string, OpenedPicture>()
  const isFolder = (name: string) => statSync(join(folder, SPIN, name)).isDirectory()
  const inSpin = namesIn(join(folder, SPIN))
  const loose = inSpin.filter((name) => !isFolder(name))
  if (loose.length > 0)
    report(
      SPIN,
      `has files outside a colour’s folder, such as ${loose[0]}: move frames to ${SPIN}/${[...names.colours.keys()][0]} or another colour’s folder`,
    )
  for (const colourCode of inSpin.filter(isFolder)) {
    const name = `${SPIN}/${colourCode}`
    if (!names.colours.has(colourCode)) {
      const wanted = [...names.colours.keys()].join(', ')
      report(name, `is not named after a colour of this model: use one of ${wanted}`)
      continue
    }
    const stem = `${SPIN}-${colourCode}`
    used.add(stem).add(SPIN)
    const { alt, faults } = wordsOf(words, stem, SPIN, [colourCode], names)
    for (const fault of faults) report(name, fault)
    const frames = await readFrames(folder, name, firsts, report)
    if (!frames[0]) continue
    const hash = hashOf(frames.map((frame) => frame.hash).join(' '))
    const photograph = asPhotograph(`${slug}/${name}`, { ...frames[0], hash, isCutOut: false })
    const spin: Spin = { ...photograph, frames: frames.length, colourCode, alt }
    frames.forEach(({ source }, i) => (sources[frameOf(spin, i).path] = source))
    spins.push(spin)
  }
  return spins
}

async function readFrames(
  folder: string,
  spin: string,
  firsts: Map<string, OpenedPicture>,
  report: Report,
): Promise<OpenedPicture[]> {
  const files = namesIn(join(folder, spin)).map((name) => `${spin}/${name}`)
  const isFrame = (file: string) => /^\d{2}$/.test(parse(file).name)
  for (const file of files)
    if (!isFrame(file)) report(file, 'is not a frame: frames are named 01, 02 and so on')
  const frames = files.filter(isFrame)
  const numbers = frames.map((file) => parse(file).name)
  const missing = missingFrames(numbers)
  const { least, most } = FRAMES
  reportTwins(frames, report)
  if (missing.length > 0) report(spin, `has no frame ${missing.join(', ')}: none may be left out`)
  if (numbers.length < least || numbers.length > most)
    report(spin, `has ${numbers.length} frames: it needs ${least} to ${most}`)
  const opened = [...(await openPictures(folder, frames, report)).values()]
  for (const frame of opened) checkSize(frame, LEAST_WIDTH.frame, SPIN, firsts, report)
  return opened
}

/** Reports pictures of one name in several formats. */
function reportTwins(files: readonly string[], report: Report): void {
  const stems = files.map((file) => file.slice(0, -parse(file).ext.length))
  for (const [i, file] of files.entries()) {
    const first = stems.indexOf(stems[i]!)
    if (first < i) report(file, `is ${files[first]} in another format: keep one of them`)
  }
}

const asPhotograph = (
  path: string,
  { width, height, hash, isCutOut }: Omit<OpenedPicture, 'name' | 'source'>,
  how: Pick<Photograph, 'focus' | 'isStudio'> = {},
): Photograph => ({
  path,
  hash,
  width,
  height,
  ...how,
  ...(isCutOut && { isCutOut }),
})
