/**
 * An action on a quote that needs an account, kept in this tab while the visitor creates one on another page. `query` is
 * the configuration, as in its address.
 */
export interface PendingAction {
  act: 'save' | 'email'
  query: string
}

const KEY = 'pending-action:1'

/** Keeps the action; `null` forgets it. Without storage the visitor is not led back after creating the account. */
export function keepPendingAction(action: PendingAction | null) {
  try {
    if (action) sessionStorage.setItem(KEY, JSON.stringify(action))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Blocked or full.
  }
}

/** The pending action, if there is one. */
export function readPendingAction(): PendingAction | null {
  try {
    const { act, query } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<PendingAction>
    const isKnown = (act === 'save' || act === 'email') && query?.startsWith('?')
    return isKnown ? { act, query: query! } : null
  } catch {
    return null
  }
}
