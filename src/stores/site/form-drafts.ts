import { FORM_DRAFTS_KEY as KEY } from '#stores/session/session.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

/** How long input is kept in a tab that may be left open. */
const KEPT_MS = DAY_MS

type Drafts = Record<string, { value: unknown; savedAtMs: number }>

function read(): Drafts {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Drafts
  } catch {
    return {}
  }
}

function write(drafts: Drafts) {
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(drafts))
  } catch {
    // Without storage a reload empties the form.
  }
}

/**
 * Drafts of forms in this tab's storage, so that a reload keeps their input. Nothing secret is stored; the drafts are
 * cleared with the session.
 */
export const formDrafts = {
  /** The input of a form before the page was reloaded; `undefined` for none. */
  before(form: string): unknown {
    const draft = read()[form]
    return draft && Date.now() - draft.savedAtMs < KEPT_MS ? draft.value : undefined
  },

  keep: (form: string, value: unknown) =>
    write({ ...read(), [form]: { value, savedAtMs: Date.now() } }),

  drop(form: string) {
    const { [form]: _dropped, ...others } = read()
    write(others)
  },
}
