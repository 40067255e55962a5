import { listQuotes } from '#lib/quotes/calls.ts'
import * as calls from '#lib/quotes/calls.ts'
import { valueOf } from '#tests/setup/people.ts'
import { saved, type Person } from '#tests/setup/purchases.ts'

export const savedQuote = async (person: Person): Promise<string> => (await saved(person)).quoteId

/** The version of a quote, or `null` where there is none. */
export async function getQuote({ call }: Person, id: string): Promise<number | null> {
  const answer = await call(calls.getQuote, { params: { id } })
  return answer.ok ? answer.value.version : null
}

export const refreshQuote = async ({ call }: Person, id: string): Promise<number> =>
  valueOf(await call(calls.refreshQuote, { params: { id } })).version

export const deleteQuote = async ({ call }: Person, id: string): Promise<void> => {
  valueOf(await call(calls.deleteQuote, { params: { id } }))
}

export const listSaved = async ({ call, customerId: id }: Person): Promise<string[]> =>
  valueOf(await call(listQuotes, { params: { id } })).quotes.map(({ quoteId }) => quoteId)
