/**
 * What a visitor wanted done with a quote when it took an account, kept in this tab while one is made on another page.
 * The configuration goes along as the query of its address.
 */
export interface Errand {
  act: 'save' | 'email'
  query: string
}

const KEY = 'errand:1'

/** Keeps the errand; `null` forgets it. A browser that keeps nothing leads to the account, and not back. */
export function keepErrand(errand: Errand | null) {
  try {
    if (errand) sessionStorage.setItem(KEY, JSON.stringify(errand))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Blocked or full.
  }
}

/** The errand that waits, if there is one. */
export function waitingErrand(): Errand | null {
  try {
    const { act, query } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Errand>
    const isKnown = (act === 'save' || act === 'email') && query?.startsWith('?')
    return isKnown ? { act, query: query! } : null
  } catch {
    return null
  }
}
