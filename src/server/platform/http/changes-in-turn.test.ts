import { expect, test } from 'vitest'
import { updateCustomer } from '#lib/customers/calls.ts'
import { addTradeInPhoto } from '#lib/purchases/file-calls.ts'
import { releaseServiceHold } from '#lib/service/calls.ts'
import { token } from '#lib/sign-in/calls.ts'
import type { Db } from '#server/database.ts'
import { changeInTurn } from './changes-in-turn.ts'

/** A database on which changes of several connections run at once. */
const db = { getExecutor: () => ({ adapter: {} }) } as unknown as Db

/** Signs in as somebody, and hangs. */
const signIn = (ip: string) => {
  const one = { hasBegun: false, end: () => {} }
  const hang = () =>
    new Promise<void>((done) => {
      one.hasBegun = true
      one.end = done
    })
  const body = { username: 'Mia@cars.example' }
  void changeInTurn(db, token, { params: {}, body, ip }, hang)
  return one
}

test('two requests for a typed address run at once from one site, and those of its owner beside them', async () => {
  const strangers = [1, 2, 3].map(() => signIn('203.0.113.1'))
  const owner = signIn('198.51.100.1')
  expect(strangers.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false])
  expect(owner.hasBegun).toBe(true)
  strangers[0]!.end()
  await new Promise(setImmediate)
  expect(strangers[2]!.hasBegun).toBe(true)
  for (const one of [...strangers, owner]) one.end()
})

test('a customer’s number typed elsewhere is not in that customer’s line', async () => {
  let running = 0
  const hang = () => new Promise<void>(() => void (running += 1))
  for (let n = 0; n < 3; n++) {
    const call = { params: { id: '37' }, body: {}, ip: '203.0.113.1' }
    void changeInTurn(db, releaseServiceHold, call, hang)
  }
  expect(running).toBe(2)
  void changeInTurn(
    db,
    updateCustomer,
    { params: { id: '37' }, body: {}, ip: '198.51.100.1' },
    hang,
  )
  expect(running).toBe(3)
})

test('a file is not copied to see whose it is', async () => {
  const body = new Proxy(new Uint8Array(8), {
    ownKeys: () => {
      throw new Error('Ten million of them take ten seconds.')
    },
  })
  const call = { params: { id: 'purchase' }, body, ip: '203.0.113.1' }
  expect(await changeInTurn(db, addTradeInPhoto, call, async () => 'done')).toBe('done')
})
