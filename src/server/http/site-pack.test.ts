import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { etagOf, readPack, writePack } from './site-pack.ts'

test('the files of a build come back as they were packed, each in its encodings', () => {
  const dist = mkdtempSync(join(tmpdir(), 'pack-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  const page = {
    br: Buffer.from('b'),
    gzip: Buffer.from('gg'),
    identity: Buffer.from('<p>Kia ora'),
  }
  const files = [
    { path: '/index.html', bodies: page },
    { path: '/empty.txt', bodies: { identity: Buffer.alloc(0) } },
    { path: '/icon.png', bodies: { identity: Buffer.from([0, 255, 13, 10]) } },
  ]
  writePack(dist, files)
  expect(readPack(dist)).toEqual(
    files.map(({ path, bodies }) => ({ path, etag: etagOf(bodies.identity), bodies })),
  )
})
