import { getRequestListener } from '@hono/node-server'
import type { AstroIntegration } from 'astro'

/** `npm run dev` is one process too: the API hangs on Astro's own development server. */
export const api = (): AstroIntegration => ({
  name: 'forecourt:api',
  hooks: {
    'astro:server:setup': async ({ server }) => {
      const { assemble } = await import('../src/server/assemble.ts')
      const { readSettings } = await import('../src/server/settings.ts')
      const settings = readSettings(process.env)
      const assembly = await assemble(settings, `http://localhost:${settings.port}`)
      const answerApi = getRequestListener(assembly.api.fetch)
      const answerCard = assembly.cardPages && getRequestListener(assembly.cardPages.fetch)
      const answerBank = assembly.bankPages && getRequestListener(assembly.bankPages.fetch)
      server.middlewares.use((request, response, next) => {
        const path = request.url ?? '/'
        if (/^(\/[^?]*)?\/api\//.test(path)) void answerApi(request, response)
        else if (answerCard && path.includes('/demo/card/')) void answerCard(request, response)
        else if (answerBank && path.includes('/demo/bank/')) void answerBank(request, response)
        else next()
      })
      server.httpServer?.once('close', () => void assembly.stop())
    },
  },
})
