import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { seedDemo as seed } from '#server/demo/seed.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword } from '#server/sign-in/passwords/passwords.ts'
import { fillAgain } from './databases.ts'

/** The hash of the sample password, by the key that peppers it: some tests use a secret of their own. */
const hashes = new Map<string, Promise<string>>()

/** The sample accounts, cars and places of a demo. Their password is hashed once for all tests of a worker. */
export async function seedDemo(deps: Deps): Promise<void> {
  const pepper = deps.keys.password.toString('hex')
  const hash = hashes.get(pepper) ?? hashPassword(deps.keys, SAMPLE_PASSWORD)
  hashes.set(pepper, hash)
  await fillAgain(deps.db, `${deps.catalogueVersion} ${deps.now().toISOString()} ${pepper}`, () =>
    seed(deps, () => hash),
  )
}
