import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** All that is in a script whose modules are in files that others share. */
const ONLY_IMPORTS_ANOTHER = /^import\s*["'`]\.\/([^"'`]+)["'`];?\s*$/
/** The bundler’s helpers of some lines, in a file of their own. */
const HELPERS = /^rolldown-runtime\./
const IMPORTS_HELPERS = /import(?:\{([^}]*)\}from)?["'`]\.\/rolldown-runtime\.[^"'`]+["'`];?/g

/** Saves each page the requests for scripts of a line: one that only imports another, and the bundler’s helpers. */
export const directScripts = (): AstroIntegration => ({
  name: 'forecourt:direct-scripts',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir)
      const scripts = join(folder, '_astro')
      inlineHelpers(scripts)
      const direct = directly(scripts)
      // The pages of the build, and those that the server renders.
      for (const [part, ending] of [
        [folder, '.html'],
        [join(folder, '../server'), '.mjs'],
      ] as const)
        for (const name of readdirSync(part, { recursive: true, encoding: 'utf8' }))
          if (name.endsWith(ending)) rewrite(join(part, name), direct)
    },
  },
})

/** Replaces the names of scripts that only import another. */
function directly(scripts: string): (text: string) => string {
  const others = readdirSync(scripts).flatMap((name) => {
    const [, other] = name.endsWith('.js')
      ? (ONLY_IMPORTS_ANOTHER.exec(readFileSync(join(scripts, name), 'utf8')) ?? [])
      : []
    return other ? [[name, other] as const] : []
  })
  return (text) => others.reduce((changed, [name, other]) => changed.replaceAll(name, other), text)
}

function rewrite(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, 'utf8')
  const changed = change(text)
  if (changed !== text) writeFileSync(file, changed)
}

/** Into the scripts that use them. The names of those still change with them, because they were made of an import of them. */
function inlineHelpers(scripts: string): void {
  const names = readdirSync(scripts).filter((name) => name.endsWith('.js'))
  const helpers = names.find((name) => HELPERS.test(name))
  const vendor = names.find((name) => name.startsWith('vendor.'))
  if (!helpers || !vendor) return
  const body = readFileSync(join(scripts, helpers), 'utf8').replace(
    /export\s*\{([^}]*)\};?\s*$/,
    (_, exported: string) => `return{${exported.replace(/([\w$]+) as ([\w$]+)/g, '$2:$1')}}`,
  )
  for (const name of names)
    rewrite(join(scripts, name), (code) =>
      code
        .replace(IMPORTS_HELPERS, (_, imported?: string) =>
          imported ? `const{${imported.replaceAll(' as ', ':')}}=(()=>{${body}})();` : '',
        )
        // Among the files that are fetched ahead.
        .replaceAll(helpers, vendor),
    )
  rmSync(join(scripts, helpers))
}
