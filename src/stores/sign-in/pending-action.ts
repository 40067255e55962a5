/**
 * What a visitor wanted done with a quote when it took an account, kept in this tab while one is made on another page.
 * The configuration goes along as the query of its address.
 */
export interface PendingAction {
  act: 'save' | 'email'
  query: string
}

const KEY = 'pending-action:1'

/** Keeps the action; `null` forgets it. A browser that keeps nothing leads to the account, and not back. */
export function keepPendingAction(action: PendingAction | null) {
  try {
    if (action) sessionStorage.setItem(KEY, JSON.stringify(action))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Blocked or full.
  }
}

/** The action that waits, if there is one. */
export function readPendingAction(): PendingAction | null {
  try {
    const { act, query } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<PendingAction>
    const isKnown = (act === 'save' || act === 'email') && query?.startsWith('?')
    return isKnown ? { act, query: query! } : null
  } catch {
    return null
  }
}
