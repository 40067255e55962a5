import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Deps } from '#server/deps.ts'
import type { Job } from '#server/platform/jobs/every.ts'
import { SettingError } from '#server/platform/settings/environment.ts'
import type { MetricsSettings } from '#server/platform/settings/operations.ts'
import { collectMetrics, type MetricsDeps } from './figures.ts'

/** How often a port is tried that another process has. */
const RETRY_MS = 1_000

/**
 * Serves the metrics of this process to Prometheus on a private port.
 *
 * @param waitsForPort Whether the port may still be in use, as by the process that this one replaces: it is then opened
 *   once it is free.
 * @throws {SettingError} If the port cannot be opened.
 */
export async function startMetrics(
  deps: MetricsDeps & Pick<Deps, 'log'>,
  { port, host }: MetricsSettings,
  { waitsForPort = false } = {},
): Promise<Job> {
  const figures = collectMetrics(deps)
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    figures.text().then(
      (body) => response.writeHead(200, { 'content-type': figures.contentType }).end(body),
      (error: unknown) => {
        deps.log.warn({ err: error }, 'the metrics could not be read')
        response.writeHead(503).end()
      },
    )
  })
  // Each process has its own port, however it was started.
  const listen = () => server.listen({ port, host, exclusive: true })
  let retry: NodeJS.Timeout | undefined
  try {
    await once(listen(), 'listening')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!waitsForPort || code !== 'EADDRINUSE') {
      figures.stop()
      throw new SettingError(`METRICS_PORT: ${host}:${port} cannot be used (${message}).`)
    }
    deps.log.warn({ host, port }, 'the metrics port is in use: it is opened once it is free')
    server.on('error', (err: NodeJS.ErrnoException) => {
      if (err.code !== 'EADDRINUSE') deps.log.error({ err }, 'the metrics port cannot be opened')
    })
    server.once('listening', () => clearInterval(retry))
    retry = setInterval(listen, RETRY_MS).unref()
  }
  return {
    async stop() {
      clearInterval(retry)
      figures.stop()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
