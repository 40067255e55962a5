import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderStore } from './folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const KEY = 'abcdefgh12345678'
const bytes = Buffer.from('sealed')

test('a stored file can be read until it is deleted', async () => {
  const store = folderStore(join(folder, 'uploads'))
  await store.put(KEY, bytes)
  expect(await store.get(KEY)).toEqual(bytes)
  await store.put(KEY, Buffer.from('again'))
  expect(String(await store.get(KEY))).toBe('again')
  await store.delete(KEY)
  await store.delete(KEY)
  expect(await store.get(KEY)).toBeNull()
})

test('other users of the machine cannot read it', async () => {
  await folderStore(join(folder, 'uploads')).put(KEY, bytes)
  const path = join(folder, 'uploads', 'ab')
  expect(statSync(path).mode & 0o077).toBe(0)
  expect(statSync(join(path, KEY)).mode & 0o077).toBe(0)
})

test('a folder that cannot be written stops the start with the name of its setting', () => {
  writeFileSync(join(folder, 'taken'), '')
  expect(() => folderStore(join(folder, 'taken'))).toThrow(
    /^UPLOADS_DIR: .*taken cannot be written/,
  )
})

test.runIf(existsSync('/proc/self'))('a path that cannot hold a folder stops the start too', () => {
  expect(() => folderStore('/proc/none/uploads')).toThrow(/cannot be written/)
})

test('the test of the folder leaves no file', () => {
  folderStore(join(folder, 'a', 'b'))
  expect(readdirSync(join(folder, 'a', 'b'))).toEqual([])
})

test('a file that could not be written whole does not exist', async () => {
  const store = folderStore(folder)
  writeFileSync(join(folder, 'ab'), '')
  await expect(store.put(KEY, bytes)).rejects.toThrow()
  rmSync(join(folder, 'ab'))
  await store.put('abother12345', bytes)
  // A folder is in the place of the file, so the draft cannot be renamed.
  mkdirSync(join(folder, 'ab', KEY))
  await expect(store.put(KEY, bytes)).rejects.toThrow()
  expect(readdirSync(join(folder, 'ab')).sort()).toEqual([KEY, 'abother12345'])
})

test('concurrent writers each write the file whole, and leave no draft', async () => {
  const store = folderStore(folder)
  const written = Array.from({ length: 8 }, (_, at) => Buffer.alloc(300_000, at))
  await Promise.all(written.map((each) => store.put(KEY, each)))
  expect(written).toContainEqual(await store.get(KEY))
  expect(readdirSync(join(folder, 'ab'))).toEqual([KEY])
})

test('with little space left nothing is stored, and what is stored can be read', async () => {
  const disk = { free: 2e9, size: 20e9 }
  const lookAt = async () => disk
  const store = folderStore(folder, 'UPLOADS_DIR', { lookAt })
  const besideBackups = folderStore(folder, 'BACKUP_DIR', { lookAt, leaves: async () => 500e6 })
  await store.put(KEY, bytes)
  disk.free -= 1
  await expect(store.put('abother12345', bytes)).rejects.toThrow(/UPLOADS_DIR.*2000 MB/)
  expect(await store.get('abother12345')).toBeNull()
  expect(await store.get(KEY)).toEqual(bytes)
  // They stop later: a photo that is kept must have its copy.
  await besideBackups.put('abother12345', bytes)
  disk.free = 500e6 - 1
  await expect(besideBackups.put('abtoolate123', bytes)).rejects.toThrow(/BACKUP_DIR.*500 MB/)
})

test('drafts left by a killed process are deleted with the file', async () => {
  const store = folderStore(folder)
  await store.put(KEY, bytes)
  writeFileSync(join(folder, 'ab', `${KEY}.half.new`), 'sea')
  await store.delete(KEY)
  expect(readdirSync(join(folder, 'ab'))).toEqual([])
})

test('a path is not a valid key', async () => {
  const store = folderStore(folder)
  for (const key of ['../../etc/passwd', 'ab/cdefgh', '', '.'])
    await expect(store.put(key, bytes)).rejects.toThrow('key')
})
