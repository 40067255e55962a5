import { stat } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { listBackups } from '#server/platform/backup/folder.ts'
import { measureBacklog } from '#server/platform/database/waiting-work.ts'
import type { Db } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { freeDiskBytes } from '#server/platform/ready.ts'
import { REQUEST_CHANNEL, JOB_CHANNEL, type RequestMetric, type JobRun } from './channels.ts'

const LOOP_QUANTILES = [0.5, 0.99, 1]
const NS = 1e9

/** A server in front of the brand's own API has no database. */
export type MetricsDeps = Pick<Deps, 'settings' | 'now'> & { db: Db | null }

/** Collects metrics of this process until `stop`; `text` is the format of Prometheus. */
export function collectMetrics(deps: MetricsDeps): {
  text: () => Promise<string>
  contentType: string
  stop: () => void
} {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const stopCounting = countEvents(registry)
  const stopDelay = measureDelay(registry)
  const lookAtWaiting = gaugesOfWaiting(registry, deps)
  gaugesOfDisk(registry, deps)
  return {
    async text() {
      await lookAtWaiting()
      return registry.metrics()
    },
    contentType: registry.contentType,
    stop() {
      stopCounting()
      stopDelay()
    },
  }
}

function countEvents(registry: Registry): () => void {
  const registers = [registry]
  const answers = new Counter({
    name: 'forecourt_answers_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'forecourt_answer_seconds',
    help: 'How long an answer took, by route.',
    labelNames: ['route'],
    registers,
  })
  const jobs = new Counter({
    name: 'forecourt_job_runs_total',
    help: 'Background job runs, by outcome.',
    labelNames: ['job', 'outcome'],
    registers,
  })
  const heard = (message: unknown) => {
    const { method, route, status, ms } = message as RequestMetric
    answers.inc({ method, route, status: String(status) })
    seconds.observe({ route }, ms / 1000)
  }
  const ran = (message: unknown) => {
    const { job, isWell } = message as JobRun
    jobs.inc({ job, outcome: isWell ? 'well' : 'failed' })
  }
  REQUEST_CHANNEL.subscribe(heard)
  JOB_CHANNEL.subscribe(ran)
  return () => {
    REQUEST_CHANNEL.unsubscribe(heard)
    JOB_CHANNEL.unsubscribe(ran)
  }
}

function measureDelay(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  new Gauge({
    name: 'forecourt_event_loop_seconds',
    help: 'How long a 10 ms timer of the event loop took, since these metrics were last read.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of LOOP_QUANTILES)
        this.set({ quantile: String(quantile) }, delay.percentile(quantile * 100) / NS)
      delay.reset()
    },
  })
  return () => void delay.disable()
}

function gaugesOfWaiting(registry: Registry, { db, now }: MetricsDeps): () => Promise<void> {
  if (!db) return async () => {}
  const labelNames = ['what'] as const
  const counts = new Gauge({
    name: 'forecourt_waiting',
    help: 'Work waiting to be sent or reviewed; for names that end in _failed, we gave up.',
    labelNames,
    registers: [registry],
  })
  const ages = new Gauge({
    name: 'forecourt_waiting_oldest_seconds',
    help: 'How long the oldest item has been waiting.',
    labelNames,
    registers: [registry],
  })
  return async () => {
    for (const { what, count, oldest } of await measureBacklog(db)) {
      const ageMs = oldest === null ? 0 : now().getTime() - Date.parse(oldest)
      counts.set({ what }, count)
      ages.set({ what }, Math.max(0, ageMs / 1000))
    }
  }
}

function gaugesOfDisk(registry: Registry, { settings, now }: Pick<Deps, 'settings' | 'now'>): void {
  const { backups } = settings
  if (settings.databaseFile !== null)
    new Gauge({
      name: 'forecourt_disk_free_bytes',
      help: 'Room on the disk of the embedded database.',
      registers: [registry],
      async collect() {
        this.set((await freeDiskBytes(settings))!)
      },
    })
  if (backups)
    new Gauge({
      name: 'forecourt_backup_age_seconds',
      help: 'How long ago the latest backup was written; +Inf where there is none.',
      registers: [registry],
      async collect() {
        let latestMs = -Infinity
        for (const file of await listBackups(backups.folder))
          latestMs = Math.max(latestMs, (await stat(file)).mtimeMs)
        this.set((now().getTime() - latestMs) / 1000)
      },
    })
}
