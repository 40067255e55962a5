import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Db } from '#server/database.ts'
import { startMailWorker } from '#server/platform/mail/mail-worker.ts'
import type { QueueWorker } from '#server/platform/jobs/queue-worker.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { startSmtpServer, type SmtpServer } from '#tests/setup/smtp-server.ts'

// A mail worker, and a mail server of the test’s.

export const letter = (kind = 'quote', to = 'mia@post.example'): Mail => ({
  kind,
  to,
  subject: 'Kia ora, Māia',
  text: 'A code: 123456\n',
  html: '<p>A code: 123456</p>',
})

export let db: Db
export let smtp: SmtpServer
export let app: Application
let workers: QueueWorker[]
export const start = () => {
  const worker = startMailWorker(app.deps)
  workers.push(worker)
  return worker
}

export const queue = (mail: Mail | null, giveUpAt?: Date) =>
  transact(app.deps, (trx) => enqueueMail(app.deps, trx, mail, { giveUpAt }))

export const rows = () => db.selectFrom('outbox').selectAll().execute()
export const until = (happens: () => Promise<unknown>) =>
  vi.waitFor(happens, { timeout: 10_000, interval: 10 })

export const untilSent = (count: number) =>
  until(async () =>
    expect((await rows()).filter(({ sent_at }) => sent_at !== null)).toHaveLength(count),
  )

/** The mail server is there again, at the same port. */
export const mailServerIsBack = async () => {
  smtp = await startSmtpServer(smtp.port)
}

/** In the place of what runs: an application with other settings or parts, on the same database. */
export const startAnew = (facts: Parameters<typeof startApplication>[1] = {}) => {
  app = startApplication(db, facts)
}

/** A fresh one for each test, on a database. */
export function setUpMail({ open }: TestDatabase) {
  beforeEach(async () => {
    db = await open()
    smtp = await startSmtpServer()
    workers = []
    app = startApplication(db, {
      env: { DEMO: 'off', SMTP_URL: smtp.url, MAIL_FROM: 'Tarvane <post@tarvane.example>' },
    })
  })
  afterEach(async () => {
    for (const worker of workers) await worker.stop()
    await smtp.close()
    await db.destroy()
  })
}
