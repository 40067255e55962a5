import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

// Frozen: a migration imports nothing of ours, because the schema goes on and it does not.

export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table purchase_journey add column reference text`.execute(db)
  await sql`create unique index purchase_journey_reference on purchase_journey (reference)`.execute(
    db,
  )
  const { rows } = await sql<{ purchase_journey_id: string }>`
    select purchase_journey_id from purchase_journey order by created_at`.execute(db)
  const given = new Set<string>()
  for (const { purchase_journey_id: id } of rows) {
    const reference = freeReference(id, given)
    given.add(reference)
    await sql`update purchase_journey set reference = ${reference}
      where purchase_journey_id = ${id}`.execute(db)
  }
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function freeReference(id: string, given: ReadonlySet<string>): string {
  for (let round = 0; ; round += 1) {
    const digest = createHash('sha256').update(`reference:${id}:${round}`).digest()
    const bits = digest.readUInt32BE(0) >>> 7
    const five = [20, 15, 10, 5, 0].map((shift) => (bits >>> shift) & 31)
    const check = five.reduce((sum, value) => {
      const next = sum ^ value
      return (next << 1) ^ (next & 16 ? 0b100101 : 0)
    }, 0)
    const reference = [...five, check].map((value) => LETTERS[value]).join('')
    if (!given.has(reference)) return reference
  }
}
