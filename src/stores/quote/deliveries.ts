import { atom, readonlyType } from 'nanostores'
import type { Days } from '#lib/catalogue/delivery.ts'

/** When each car would be ready if it were ordered now, by {@link carKey}, as far as the server has been asked. */
export type Deliveries = Readonly<Record<string, Days | null>>

export const carKey = (kdcd: string, colourCode = ''): string => `${kdcd} ${colourCode}`

const $writable = atom<Deliveries>({})
export const $deliveries = readonlyType($writable)

export const keepDeliveries = (
  rows: readonly { kdcd: string; colourCode: string; delivery: Days | null }[],
) =>
  $writable.set({
    ...$writable.get(),
    ...Object.fromEntries(rows.map((row) => [carKey(row.kdcd, row.colourCode), row.delivery])),
  })
