import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cars3d } from '../photographs.ts'

const hashOfStyle = (): string => {
  const { resolve } = createRequire(import.meta.url)
  const template = readFileSync(resolve('@google/model-viewer/lib/template.js'), 'utf8')
  const [, style] = /<style>([^]*?)<\/style>/.exec(template)!
  return `'sha256-${createHash('sha256').update(style!).digest('base64')}'`
}

/** The style element of the 3D viewer as a page's policy names it: read once for a build; `null` for a brand without cars in 3D. */
export const viewerStyle = Object.keys(cars3d).length > 0 ? hashOfStyle() : null
