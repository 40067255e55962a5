import { getRequestListener } from '@hono/node-server'
import type { AstroIntegration } from 'astro'
import { brandDir } from '../src/content/brand-dir.ts'

/** Adds the API to Astro's development server, so that `npm run dev` is one process. */
export const api = (): AstroIntegration => ({
  name: 'forecourt:api',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      // Vite adds styles and scripts to pages later, which a policy with hashes cannot know.
      if (command === 'dev') updateConfig({ security: { csp: false } })
    },
    'astro:server:setup': async ({ server }) => {
      const { assembleAny } = await import('../src/server/assemble-any.ts')
      const { readSettings } = await import('../src/server/platform/settings/settings.ts')
      const settings = readSettings(process.env)
      const assembly = await assembleAny(settings, `http://localhost:${settings.port}`)
      const answerApi = getRequestListener(assembly.api.fetch)
      const answerCard = assembly.cardPages && getRequestListener(assembly.cardPages.fetch)
      const answerBank = assembly.bankPages && getRequestListener(assembly.bankPages.fetch)
      const base = server.config.base.replace(/\/$/, '')
      server.middlewares.use((request, response, next) => {
        const isBelow = (folder: string) => request.url?.startsWith(`${base}/${folder}/`)
        if (isBelow('api') && !isBelow('api/docs')) void answerApi(request, response)
        else if (answerCard && isBelow('demo/card')) void answerCard(request, response)
        else if (answerBank && isBelow('demo/bank')) void answerBank(request, response)
        else next()
      })
      server.httpServer?.once('close', () => void assembly.stop())
      // No module imports the files of the brand, so pages don't follow them by themselves.
      server.watcher.add(brandDir).on('all', (_, file) => {
        if (!file.startsWith(brandDir) || !file.endsWith('.json')) return
        for (const { moduleGraph, hot } of Object.values(server.environments)) {
          moduleGraph.invalidateAll()
          hot.send({ type: 'full-reload' })
        }
      })
    },
  },
})
