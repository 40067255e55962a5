import { createServer } from 'node:http'
import type { Deps } from '#server/deps.ts'
import type { Job } from '#server/platform/jobs/every.ts'
import { SettingError } from '#server/platform/settings/environment.ts'
import type { MetricsSettings } from '#server/platform/settings/operations.ts'
import { collectMetrics, type MetricsDeps } from './figures.ts'

/**
 * Serves the metrics of this process to Prometheus on a private port.
 *
 * @throws {SettingError} If the port cannot be opened.
 */
export async function startMetrics(
  deps: MetricsDeps & Pick<Deps, 'log'>,
  { port, host }: MetricsSettings,
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
  try {
    await new Promise<void>((done, fail) => {
      server.once('error', fail)
      // Each process has its own port, however it was started.
      server.listen({ port, host, exclusive: true }, done)
    })
  } catch (error) {
    figures.stop()
    throw new SettingError(
      `METRICS_PORT: ${host}:${port} cannot be used (${(error as Error).message}).`,
    )
  }
  return {
    async stop() {
      figures.stop()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
