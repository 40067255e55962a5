import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { seedDemo as seed } from '#server/demo/seed.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword } from '#server/sign-in/passwords/passwords.ts'
import { fillAgain } from './databases.ts'

let hash: Promise<string> | null = null

/** The sample accounts, cars and places of a demo. Their password is hashed once for all tests of a worker. */
export const seedDemo = (deps: Deps): Promise<void> =>
  fillAgain(deps.db, `${deps.catalogueVersion} ${deps.now().toISOString()}`, () =>
    seed(deps, () => (hash ??= hashPassword(deps.keys, SAMPLE_PASSWORD))),
  )
