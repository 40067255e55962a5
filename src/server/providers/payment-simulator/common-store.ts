import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPrivateFile } from '#server/platform/database/sqlite.ts'
import { SettingError } from '#server/platform/settings/environment.ts'

/** The tables of every simulated provider: its secrets and its unsent notices. */
const SCHEMA = `
create table if not exists secret (name text primary key, value text not null) strict;
create table if not exists delivery (
  delivery_id integer primary key,
  event_id text not null,
  payload text not null,
  due_at_ms integer not null,
  attempts integer not null
) strict;
`

/**
 * Opens a simulated provider's own file.
 *
 * @param file A path, or `:memory:`.
 * @param schema Its own tables.
 * @throws {SettingError} If the file is not the simulator's, is damaged, or cannot be written.
 */
export function openSimulatorFile(file: string, schema: string): DatabaseSync {
  let db: DatabaseSync | null = null
  try {
    // With PostgreSQL the folder may not exist yet.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    if (file !== ':memory:') createPrivateFile(file)
    db = new DatabaseSync(file, { timeout: 5000 })
    db.exec('pragma journal_mode = wal; pragma synchronous = full;')
    // In one commit, to wait for the disk once.
    db.exec(`begin immediate; ${SCHEMA} ${schema} commit`)
    return db
  } catch (error) {
    db?.close()
    throw new SettingError(
      `DATABASE_URL: a simulated payment provider cannot use ${file} beside it (${(error as Error).message}); move that file away to start with an empty one.`,
    )
  }
}

export interface Delivery {
  deliveryId: number
  payload: string
  attempts: number
}
export type CommonStore = ReturnType<typeof openCommonStore>

/** The part of the store that every simulated provider has. */
export const openCommonStore = (db: DatabaseSync) => ({
  close: () => db.close(),

  /** A secret that is created once. */
  secret(name: string, make: () => string): string {
    db.prepare('insert or ignore into secret values (?, ?)').run(name, make())
    return String(db.prepare('select value from secret where name = ?').get(name)?.value)
  },

  /** Queues a notice. */
  insertDelivery(eventId: string, payload: string, dueAtMs: number): void {
    db.prepare(
      'insert into delivery (event_id, payload, due_at_ms, attempts) values (?, ?, ?, 0)',
    ).run(eventId, payload, dueAtMs)
  },

  dueDeliveries: (nowMs: number): Delivery[] =>
    db
      .prepare(
        `select delivery_id as "deliveryId", payload, attempts from delivery
         where due_at_ms <= ? order by due_at_ms, delivery_id limit 20`,
      )
      .all(nowMs) as unknown as Delivery[],

  deleteDelivery(deliveryId: number): void {
    db.prepare('delete from delivery where delivery_id = ?').run(deliveryId)
  },

  /**
   * Leases a notice to this process.
   *
   * @returns Whether no other process has it.
   */
  takeDelivery: ({ deliveryId, attempts }: Delivery, untilMs: number): boolean =>
    db
      .prepare(
        `update delivery set due_at_ms = ?, attempts = attempts + 1
         where delivery_id = ? and attempts = ?`,
      )
      .run(untilMs, deliveryId, attempts).changes === 1,

  postponeDelivery(deliveryId: number, dueAtMs: number): void {
    db.prepare('update delivery set due_at_ms = ? where delivery_id = ?').run(dueAtMs, deliveryId)
  },
})
