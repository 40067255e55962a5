import type { BucketSettings } from '#server/providers/files/bucket.ts'
import { OWN_DATA_KEY } from '#server/platform/crypto/keys.ts'
import { SettingError, type Environment } from './environment.ts'

/** Scheduled backups of an embedded database. */
export interface BackupSettings {
  folder: string
  everyMinutes: number
}

export function readBackups(
  { text, number }: Environment,
  databaseFile: string | null,
): BackupSettings | null {
  const folder = text('BACKUP_DIR')
  const everyMinutes = number('BACKUP_EVERY_MINUTES', 15, 1, 1440)
  if (folder === null) return null
  if (databaseFile === null)
    throw new SettingError('BACKUP_DIR is for an embedded database: use pg_dump with PostgreSQL.')
  return { folder, everyMinutes }
}

const LAST_PORT = 65535

/** The address that Prometheus scrapes. */
export interface MetricsSettings {
  host: string
  port: number
}

export function readMetrics(
  { text, number }: Environment,
  site: { port: number; processes: number },
): MetricsSettings | null {
  const host = text('METRICS_HOST') ?? '127.0.0.1'
  const port = number('METRICS_PORT', 0, 0, LAST_PORT)
  if (port === 0) return null
  // Each process has its own port.
  const last = port + site.processes - 1
  if (last > LAST_PORT)
    throw new SettingError(
      `METRICS_PORT must be at most ${LAST_PORT - site.processes + 1} with ${site.processes} processes, which take a port each.`,
    )
  if (port <= site.port && site.port <= last)
    throw new SettingError(
      site.processes === 1
        ? `METRICS_PORT must not be PORT, ${site.port}.`
        : `METRICS_PORT ${port} to ${last}, a port for each process, must not include PORT, ${site.port}.`,
    )
  return { host, port }
}

export function readBucket({ text, needed, server }: Environment): BucketSettings | null {
  const bucket = text('UPLOADS_S3_BUCKET')
  if (bucket === null) return null
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new SettingError('UPLOADS_S3_BUCKET must be the name of a bucket.')
  if (text('UPLOADS_DIR') !== null)
    throw new SettingError(
      'UPLOADS_DIR and UPLOADS_S3_BUCKET are two places: set only one of them.',
    )
  return {
    bucket,
    url: server('UPLOADS_S3_URL', needed('UPLOADS_S3_URL', 'the server of the bucket')),
    region: text('UPLOADS_S3_REGION') ?? 'us-east-1',
    accessKeyId: needed('UPLOADS_S3_KEY_ID', 'the id of the key for the bucket'),
    secretAccessKey: needed('UPLOADS_S3_SECRET', 'the secret of the key for the bucket'),
  }
}

/** The secrets of the data keys, the encrypting one first. */
export function readDataKeys({ text }: Environment): string[] {
  const secrets = (text('DATA_KEYS') ?? OWN_DATA_KEY).split(',').map((one) => one.trim())
  for (const secret of secrets)
    if (secret !== OWN_DATA_KEY && secret.length < 32)
      throw new SettingError(
        `DATA_KEYS must be ${OWN_DATA_KEY} or at least 32 random characters; put commas between several keys.`,
      )
  if (new Set(secrets).size < secrets.length) throw new SettingError('DATA_KEYS names a key twice.')
  return secrets
}
