import { existsSync, globSync } from 'node:fs'
import { join, parse } from 'node:path'
import { ContentError, type Problem } from './content-error.ts'
import { nearestName } from './check/nearest-name.ts'
import { readJson } from './check/read-json.ts'

/** The files that every brand has, beside those of its models. */
export const NAMES = [
  'brand.json',
  'colours.json',
  'interiors.json',
  'accessories.json',
  'service-plans.json',
  'warranty.json',
  'on-road-costs.json',
  'finance-products.json',
  'offers.json',
  'economy.json',
  'trade-in.json',
  'hand-over.json',
  'dealers.json',
  'service.json',
  'stock.json',
  'build-slots.json',
  'register-vehicles.json',
  'recalls.json',
  'addresses.json',
  'countries.json',
  'pages/build-and-quote.json',
  'pages/home.json',
  'pages/service.json',
  'pages/recalls.json',
  'pages/dealers.json',
  'pages/test-drive.json',
  'pages/terms.json',
  'pages/privacy.json',
  'pages/offers.json',
  'pages/ways-to-pay.json',
  'pages/about.json',
  'pages/contact.json',
  'pages/news.json',
  'pages/accessibility.json',
] as const

export type ContentFiles = Record<(typeof NAMES)[number] | `models/${string}.json`, unknown>

const WANTED = 'there is no such file; copy it from a folder that npm run brand:new makes'

/**
 * The files of a brand's folder as they are, not yet checked. Models come first, in the order of `models` in `brand.json`,
 * then those that it doesn't list.
 *
 * @throws {ContentError} Names every file that is missing or is not JSON.
 */
export function readFiles(dir: string): ContentFiles {
  const problems: Problem[] = []
  const read = (file: string, missing: string): unknown => {
    try {
      return readJson(join(dir, file))
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      problems.push({ file, path: '', reason: isMissing ? missing : (error as Error).message })
      return undefined
    }
  }

  const inFolder = modelFiles(dir)
  const others = NAMES.map((file): [string, unknown] => [file, read(file, WANTED)])
  const { models } = (others[0]![1] ?? {}) as { models?: unknown }
  const listed = (Array.isArray(models) ? models : []).map((slug) => `models/${String(slug)}.json`)
  const ofModels = [...new Set([...listed, ...inFolder])].map((file): [string, unknown] => {
    const near = nearestName(
      parse(file).name,
      inFolder.map((one) => parse(one).name),
    )
    const meant = near ? `: did you mean ${near}?` : ''
    return [file, read(file, `there is no such file, but models in brand.json lists it${meant}`)]
  })
  if (problems.length > 0) throw new ContentError(problems)
  return Object.fromEntries([...ofModels, ...others]) as ContentFiles
}

/** The models in the folder, listed or not. */
function modelFiles(dir: string): string[] {
  const refuse = (reason: string) => {
    throw new ContentError([{ file: '', path: '', reason }])
  }
  if (!existsSync(dir)) refuse('there is no such folder; BRAND_DIR must name the folder of a brand')
  if (!NAMES.some((file) => existsSync(join(dir, file))))
    refuse(
      'this folder has none of a brand’s files; npm run brand:new makes a folder that has them',
    )
  return globSync('models/*.json', { cwd: dir }).sort()
}
