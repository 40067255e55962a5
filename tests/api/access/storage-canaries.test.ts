import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#lib/api/client.ts'
import { takeBackup } from '#server/platform/backup/take.ts'
import type { Db } from '#server/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { openLog } from '#server/platform/log.ts'
import { startMetrics } from '#server/platform/metrics/server.ts'
import { folderStore } from '#server/providers/files/folder.ts'
import { LIMITS } from '#server/platform/settings/limits.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { exportedData } from '#tests/setup/exports.ts'
import type { Application } from '#tests/setup/application.ts'
import * as canaries from '#tests/setup/canaries.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { easyCaptcha } from '#tests/setup/people.ts'
import { openCardShop, type CardShop } from '#tests/setup/provider-shop.ts'

// Every secret is entered, generated or sent once. Then the bytes of the database file, backups, uploaded files, the log and
// the metrics are searched for it.

let folder: string
let db: Db
let shop: CardShop
let stopMetrics: () => Promise<void>
let secrets: canaries.Secrets
/** Everything stored or sent, by place. */
const places: Record<string, string> = {}
let copy: string

/** The bytes of all files that a pattern names. */
const bytesOf = (pattern: string): string =>
  globSync(join(folder, pattern), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'canaries-'))
  const file = join(folder, 'shop.db')
  db = openSqlite(file)
  await migrate(db)
  let log = ''
  let ids = 0
  shop = await openCardShop(db, {
    env: {
      ...Object.fromEntries(Object.keys(LIMITS).map((name) => [name, '999999'])),
      LIMIT_CODE_TRIES: '5',
      DATABASE_URL: `file:${file}`,
      BACKUP_DIR: join(folder, 'backups'),
    },
    deps: {
      captcha: easyCaptcha,
      files: folderStore(join(folder, 'uploads')),
      log: openLog('trace', { write: (line) => void (log += line) }),
      // So that the six digits of codes are the same in each run, and by chance in no other number.
      newId: () => `canary-${String((ids += 1)).padStart(20, '0')}`,
    },
  })
  const { app } = shop
  const asked = noteAddresses(app)
  await seedDemo(app.deps)
  const port = await freePort()
  const metrics = await startMetrics(app.deps, { host: '127.0.0.1', port })
  stopMetrics = () => metrics.stop()

  const person = await canaries.signUp(app)
  secrets = {
    ...person.secrets,
    ...(await canaries.askForFinance(person)),
    ...(await canaries.payByCard(shop, person)),
    ...(await canaries.workAsStaff(app)),
    ...(await canaries.makeKeys(app)),
    ...(await canaries.makeLinks(app, person)),
  }

  places['the database and its log'] = bytesOf('shop.db*')
  await takeBackup(app.deps, join(folder, 'backups', 'one.backup'))
  places['a backup'] = bytesOf('backups/*.backup')
  places['files beside backups'] = bytesOf('backups/files/**/*')
  places['uploaded files'] = bytesOf('uploads/**/*')
  places['the log'] = log
  places['the figures'] = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  places['addresses'] = asked.join('\n')
  copy = JSON.stringify(await exportedData(app, person))
}, 120_000)

afterAll(async () => {
  await stopMetrics?.()
  await shop?.stop()
  await db?.destroy()
  rmSync(folder, { recursive: true, force: true })
})

/** Has each browser of an application say which addresses it asks for. */
function noteAddresses(app: Application): string[] {
  const asked: string[] = []
  app.browser = (authorize) =>
    createClient({
      base: '/api',
      sleep: async () => {},
      ...(authorize && { authorize }),
      fetch: (url, init) => {
        asked.push(String(url))
        return app.request(String(url), init)
      },
    })
  return asked
}

/** Secrets that are in a text; digits only as a whole number. */
const foundIn = (text: string, ...allowed: string[]) =>
  Object.entries(secrets)
    .filter(([kind]) => !allowed.includes(kind))
    .flatMap(([kind, values]) =>
      values
        .filter((value) =>
          /^\d+$/.test(value)
            ? new RegExp(`(?<!\\d)${value}(?!\\d)`).test(text)
            : text.includes(value),
        )
        .map((value) => `${kind}: ${value}`),
    )

test('the canaries were sent and every store was searched', () => {
  for (const [kind, values] of Object.entries(secrets))
    for (const value of values) expect(value.length, kind).toBeGreaterThanOrEqual(6)
  expect(Object.keys(secrets)).toHaveLength(12)
  for (const [place, bytes] of Object.entries(places))
    expect(bytes.length, place).toBeGreaterThan(40)
  // They are searched as they are: the permitted values are found.
  expect(places['the database and its log']).toContain(canaries.EMAIL)
  expect(places.addresses).toContain('/customer/')
  expect(foundIn([...secrets.passwords!, 'see 987654321.'].join())).toHaveLength(5)
})

test.each([
  'the database and its log',
  'a backup',
  'files beside backups',
  'uploaded files',
  'the log',
  'the figures',
])('nothing secret is in %s', (place) => {
  expect(foundIn(places[place]!)).toEqual([])
})

test('nothing secret is in addresses, but for the key of a link that is opened', () => {
  expect(foundIn(places.addresses!, 'keys of links')).toEqual([])
})

test('the copy of one’s data has what one said, and nothing that opens anything', () => {
  expect(foundIn(copy, 'finance answers', 'licences', 'documents')).toEqual([])
  for (const said of [...canaries.ANSWERS, canaries.LICENCE, canaries.DOCUMENT[1]!])
    expect(copy).toContain(said)
})
