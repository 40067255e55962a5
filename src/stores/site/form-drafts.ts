import { TYPED_KEPT_MS } from '#stores/session/old-input.ts'
import { FORM_DRAFTS_KEY as KEY } from '#stores/session/session.ts'

type Drafts = Record<string, { value: unknown; savedAtMs: number }>

/** All but the old ones. */
function read(): Drafts {
  try {
    const drafts = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Drafts
    return Object.fromEntries(
      Object.entries(drafts).filter(([, { savedAtMs }]) => Date.now() - savedAtMs < TYPED_KEPT_MS),
    )
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
    return read()[form]?.value
  },

  keep(form: string, value: unknown) {
    const drafts = read()
    // A form that is opened keeps what it restored, for no longer.
    if (JSON.stringify(drafts[form]?.value) !== JSON.stringify(value))
      write({ ...drafts, [form]: { value, savedAtMs: Date.now() } })
  },

  drop(form: string) {
    const { [form]: _dropped, ...others } = read()
    write(others)
  },

  /** Drops the drafts of all forms of a purchase. */
  dropOf: (purchase: string) =>
    write(Object.fromEntries(Object.entries(read()).filter(([form]) => !form.includes(purchase)))),
}

// The tab may have been open since.
if (typeof window !== 'undefined') write(read())
