import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { stat } from 'node:fs/promises'
import { listBackups } from '../backup/folder.ts'
import { waitingWork } from '../db/waiting-work.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/every.ts'
import { roomOf } from '../ready.ts'
import { SettingError } from '../settings/environment.ts'
import type { MetricsSettings } from '../settings/operations.ts'
import { ANSWERS, JOB_RUNS, type Answered, type JobRun } from './channels.ts'
import { Counter, Histogram, written, type Metric } from './samples.ts'

type MetricsDeps = Pick<Deps, 'db' | 'settings' | 'now' | 'log'>

const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const LOOP_QUANTILES = [0.5, 0.99, 1]
const NS = 1e9

/**
 * Counts what happens in this process, and tells it to Prometheus on a port of its own: nothing of it is public.
 *
 * @throws {SettingError} When the port cannot be taken.
 */
export async function startMetrics(
  deps: MetricsDeps,
  { port, host }: MetricsSettings,
): Promise<Job> {
  const answers = new Counter()
  const seconds = new Histogram(BOUNDS_S)
  const jobs = new Counter()
  const heard = (message: unknown) => {
    const { method, route, status, ms } = message as Answered
    answers.add({ method, route, status: String(status) })
    seconds.add(route, ms / 1000)
  }
  const ran = (message: unknown) => {
    const { job, isWell } = message as JobRun
    jobs.add({ job, outcome: isWell ? 'well' : 'failed' })
  }
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  ANSWERS.subscribe(heard)
  JOB_RUNS.subscribe(ran)

  const text = async () => {
    const loop = LOOP_QUANTILES.map((quantile) => ({
      labels: { quantile: String(quantile) },
      value: delay.percentile(quantile * 100) / NS,
    }))
    delay.reset()
    return written([
      {
        name: 'forecourt_answers_total',
        type: 'counter',
        help: 'Requests answered, by route and status.',
        samples: answers.samples,
      },
      {
        name: 'forecourt_answer_seconds',
        type: 'histogram',
        help: 'How long an answer took, by route.',
        samples: seconds.samples,
      },
      {
        name: 'forecourt_job_runs_total',
        type: 'counter',
        help: 'Runs of the jobs in the background, by how they ended.',
        samples: jobs.samples,
      },
      {
        name: 'forecourt_event_loop_seconds',
        type: 'summary',
        help: 'How long the event loop kept a timer of 10 ms since the last look.',
        samples: loop,
      },
      ...ofTheProcess(),
      ...(await ofTheDatabase(deps)),
      ...(await ofTheDisk(deps)),
      ...(await ofTheBackups(deps)),
    ])
  }

  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    text().then(
      (body) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(body),
      (error: unknown) => {
        deps.log.warn({ err: error }, 'the metrics could not be read')
        response.writeHead(503).end()
      },
    )
  })
  try {
    await new Promise<void>((done, fail) => {
      server.once('error', fail)
      // Each process has a port of its own, whoever started it.
      server.listen({ port, host, exclusive: true }, done)
    })
  } catch (error) {
    throw new SettingError(
      `METRICS_PORT: ${host}:${port} cannot be used (${(error as Error).message}).`,
    )
  }
  return {
    async stop() {
      ANSWERS.unsubscribe(heard)
      JOB_RUNS.unsubscribe(ran)
      delay.disable()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function ofTheProcess(): Metric[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const gauge = (name: string, help: string, value: number): Metric => ({
    name,
    type: 'gauge',
    help,
    samples: [{ value }],
  })
  return [
    gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
    gauge('nodejs_heap_size_used_bytes', 'Of it, what JavaScript uses.', heapUsed),
    gauge(
      'process_start_time_seconds',
      'When the process started.',
      (Date.now() - process.uptime() * 1000) / 1000,
    ),
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Time of the processor.',
      samples: [{ value: (user + system) / 1e6 }],
    },
  ]
}

async function ofTheDatabase({ db, now }: MetricsDeps): Promise<Metric[]> {
  const waiting = await waitingWork(db)
  const ageS = (since: string | null) =>
    since === null ? 0 : Math.max(0, (now().getTime() - Date.parse(since)) / 1000)
  return [
    {
      name: 'forecourt_waiting',
      type: 'gauge',
      help: 'What waits to be sent or looked at; what ends in _failed was given up.',
      samples: waiting.map(({ what, count }) => ({ labels: { what }, value: count })),
    },
    {
      name: 'forecourt_waiting_oldest_seconds',
      type: 'gauge',
      help: 'How long the oldest of it has been waiting.',
      samples: waiting.map(({ what, oldest }) => ({ labels: { what }, value: ageS(oldest) })),
    },
  ]
}

async function ofTheDisk({ settings }: MetricsDeps): Promise<Metric[]> {
  const room = await roomOf(settings)
  if (room === null) return []
  return [
    {
      name: 'forecourt_disk_free_bytes',
      type: 'gauge',
      help: 'Room on the disk of the embedded database.',
      samples: [{ value: room }],
    },
  ]
}

async function ofTheBackups({ settings, now }: MetricsDeps): Promise<Metric[]> {
  if (!settings.backups) return []
  let latestMs = 0
  for (const file of await listBackups(settings.backups.folder))
    latestMs = Math.max(latestMs, (await stat(file)).mtimeMs)
  return [
    {
      name: 'forecourt_backup_age_seconds',
      type: 'gauge',
      help: 'How long ago the latest backup was written; +Inf where there is none.',
      samples: [{ value: latestMs === 0 ? Infinity : (now().getTime() - latestMs) / 1000 }],
    },
  ]
}
