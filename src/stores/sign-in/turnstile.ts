/** The part of Cloudflare's script that we use. */
interface Turnstile {
  render(box: HTMLElement, options: Record<string, unknown>): string | null | undefined
  remove(id: string): void
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

let loading: Promise<Turnstile | null> | null = null

/** Loads the script once; after a failure the next caller tries again. */
const load = (): Promise<Turnstile | null> =>
  (loading ??= new Promise((done) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.onload = () => done((window as { turnstile?: Turnstile }).turnstile ?? null)
    script.onerror = () => {
      loading = null
      script.remove()
      done(null)
    }
    document.head.append(script)
  }))

/**
 * Runs Cloudflare Turnstile. Most people see nothing of it; if they have to press a button, it is at the foot of the
 * window.
 *
 * @returns A token for one call, or `null` when there is none.
 */
export async function turnstileToken(siteKey: string): Promise<string | null> {
  const turnstile = await load()
  if (!turnstile) return null
  const box = document.createElement('section')
  box.className = 'captcha'
  box.setAttribute('aria-label', 'Security check')
  document.body.append(box)
  let id: string | null | undefined
  try {
    return await new Promise((done) => {
      const fail = () => {
        done(null)
        return true
      }
      id = turnstile.render(box, {
        sitekey: siteKey,
        appearance: 'interaction-only',
        callback: (token: string) => done(token),
        'error-callback': fail,
        'timeout-callback': fail,
        'unsupported-callback': fail,
      })
      if (!id) fail()
    })
  } finally {
    if (id) turnstile.remove(id)
    box.remove()
  }
}
