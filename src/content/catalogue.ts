import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brandDir } from './brand-dir.ts'
import { files } from './files.ts'
import { loadCatalogue } from './load.ts'

/** The brand and everything it sells, checked: once for a build (scripts/values-of-build.ts). Not for islands. */
export const catalogue = loadCatalogue(files, (file) => readFileSync(join(brandDir, file), 'utf8'))

const PRICED = [
  'models',
  'colours',
  'interiors',
  'accessories',
  'servicePlans',
  'onRoadCosts',
  'deposits',
  'financeProducts',
] as const

/** Names everything a price depends on, in 12 hex digits. A quote keeps the version it was priced from. */
export const catalogueVersion = createHash('sha256')
  .update(
    JSON.stringify({
      ...Object.fromEntries(PRICED.map((name) => [name, catalogue[name]])),
      offers: catalogue.offers.map(
        ({ slug, heading, from, until, modelSlugs, accessoryCodes, discount }) => ({
          slug,
          heading,
          from,
          until,
          modelSlugs,
          accessoryCodes,
          discount,
        }),
      ),
    }),
  )
  .digest('hex')
  .slice(0, 12)
