import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import type { AstroIntegration } from 'astro'
import { notePackages } from './note-packages.ts'
import { valuesOfBuild } from './values-of-build.ts'

/**
 * Astro's adapter for Node with our own entry, because Astro's brings a file server and sessions that we do not need. All
 * code for rendering is bundled with it.
 */
export const pageAdapter = (): AstroIntegration => {
  const { name, hooks } = node({ mode: 'middleware', staticHeaders: true })
  return {
    name,
    hooks: {
      ...hooks,
      'astro:config:setup': async (options) => {
        await hooks['astro:config:setup']?.(options)
        if (options.command !== 'build') return
        const define = { 'process.env.NODE_ENV': '"production"' }
        const inBrowser = fileURLToPath(new URL('packages-in-browser.json', options.config.outDir))
        const plugins = {
          prerender: [valuesOfBuild()],
          ssr: [valuesOfBuild(), notePackages()],
          // A file beside these scripts would be public.
          client: [notePackages(inBrowser)],
        }
        options.updateConfig({
          vite: {
            plugins: Object.entries(plugins).flatMap(([environment, some]) =>
              some.map((plugin) => ({
                ...plugin,
                applyToEnvironment: ({ name }: { name: string }) => name === environment,
              })),
            ),
            environments: { ssr: { define, resolve: { noExternal: true } } },
          },
        })
      },
      'astro:config:done': (options) =>
        hooks['astro:config:done']?.({
          ...options,
          setAdapter: (adapter) =>
            options.setAdapter({
              ...adapter,
              serverEntrypoint: fileURLToPath(
                new URL('../src/server/site/pages-entry.ts', import.meta.url),
              ),
            }),
        }),
    },
  }
}
