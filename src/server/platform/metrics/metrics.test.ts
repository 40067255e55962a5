import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { databases } from '#tests/setup/databases.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { every, type Job } from '#server/platform/jobs/every.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { REQUEST_CHANNEL } from './channels.ts'
import { startMetrics } from './server.ts'

let app: Application
let metrics: Job
let url: string
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metrics-'))
  app = startApplication(await databases[0]!.open(), {
    env: { BACKUP_DIR: folder, DATABASE_URL: `file:${folder}/data.db` },
  })
  const port = await freePort()
  metrics = await startMetrics(app.deps, { host: '127.0.0.1', port })
  url = `http://127.0.0.1:${port}`
})
afterEach(async () => {
  await metrics.stop()
  await app.deps.db.destroy()
  rmSync(folder, { recursive: true })
})

const figures = async () => (await fetch(`${url}/metrics`)).text()

test('answers are counted by the pattern of their call, without personal data', async () => {
  await app.request('/api/quote/a-secret-id?code=secret')
  await app.request('/api/quote/another')
  const text = await figures()
  expect(text).toContain('forecourt_answers_total{method="GET",route="/quote/:id",status="401"} 2')
  expect(text).toContain('forecourt_answer_seconds_count{route="/quote/:id"} 2')
  expect(text).toContain('forecourt_answer_seconds_bucket{le="+Inf",route="/quote/:id"} 2')
  expect(text).not.toContain('secret')
})

test('waiting work is counted, with its age', async () => {
  const { deps, clock } = app
  await deps.db.transaction().execute((trx) =>
    enqueueMail(deps, trx, {
      kind: 'quote',
      to: 'mia@post.example',
      subject: 'Kia ora',
      text: 'Kia ora',
      html: '<p>Kia ora</p>',
    }),
  )
  clock.advance(90_000)
  const text = await figures()
  expect(text).toContain('forecourt_waiting{what="mail"} 1')
  expect(text).toContain('forecourt_waiting_oldest_seconds{what="mail"} 90')
  expect(text).toContain('forecourt_waiting{what="payment_review"} 0')
})

test('jobs are counted by outcome', async () => {
  let runs = 0
  const job = every(
    'sample',
    1,
    async () => {
      runs += 1
      if (runs === 2) throw new Error('no')
    },
    () => {},
  )
  await expect.poll(() => runs).toBeGreaterThan(2)
  await job.stop()
  const text = await figures()
  expect(text).toContain('forecourt_job_runs_total{job="sample",outcome="failed"} 1')
  expect(text).toMatch(/forecourt_job_runs_total\{job="sample",outcome="well"\} [1-9]/)
})

test('the process and its backups are measured, and no other path is answered', async () => {
  const text = await figures()
  expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m)
  expect(text).toMatch(/^forecourt_event_loop_seconds\{quantile="0\.99"\} [\d.e-]+$/m)
  expect(text).toMatch(/^forecourt_disk_free_bytes \d+$/m)
  expect(text).toContain('forecourt_backup_age_seconds +Inf')
  expect((await fetch(`${url}/`)).status).toBe(404)
})

test('a port in use is reported by the name of its setting', async () => {
  const port = Number(new URL(url).port)
  await expect(startMetrics(app.deps, { host: '127.0.0.1', port })).rejects.toThrow('METRICS_PORT')
})

test('the process of a published build waits for the port of the one that it replaces', async () => {
  const port = Number(new URL(url).port)
  const next = await startMetrics(app.deps, { host: '127.0.0.1', port }, { waitsForPort: true })
  onTestFinished(() => next.stop())
  expect((await fetch(`${url}/metrics`)).status).toBe(200)
  await metrics.stop()
  await expect
    .poll(async () => (await fetch(`${url}/metrics`).catch(() => null))?.status, { timeout: 5_000 })
    .toBe(200)
})

test('it is off unless a port is set', () => {
  expect(readSettings({}).metrics).toBeNull()
  expect(readSettings({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
})

test('each bucket counts values up to its bound, and label values are escaped', async () => {
  for (const ms of [4, 5, 9, 20_000])
    REQUEST_CHANNEL.publish({ method: 'GET', route: 'a "quoted"\\route', status: 200, ms })
  const text = await figures()
  const route = String.raw`route="a \"quoted\"\\route"`
  for (const line of [
    `forecourt_answer_seconds_bucket{le="0.005",${route}} 2`,
    `forecourt_answer_seconds_bucket{le="0.01",${route}} 3`,
    `forecourt_answer_seconds_bucket{le="10",${route}} 3`,
    `forecourt_answer_seconds_bucket{le="+Inf",${route}} 4`,
    `forecourt_answer_seconds_sum{${route}} 20.018`,
    `forecourt_answer_seconds_count{${route}} 4`,
  ])
    expect(text.split('\n')).toContain(line)
})
