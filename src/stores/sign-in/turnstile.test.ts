// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { turnstileToken } from './turnstile.ts'

type Options = Record<string, (given?: string) => void>
let options: Options = {}
const widget = {
  render: vi.fn((_box: HTMLElement, given: Options) => {
    options = given
    return 'w1' as string | null
  }),
  remove: vi.fn(),
}

/** Replaces the script: runs once it is added to the page. */
const onScript = (happens: (script: HTMLScriptElement) => void) =>
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    queueMicrotask(() => happens(script as HTMLScriptElement))
  })
const scriptLoads = () =>
  onScript((script) => {
    Object.assign(window, { turnstile: widget })
    script.onload?.(new Event('load'))
  })

afterEach(() => {
  widget.render.mockClear()
  widget.remove.mockClear()
})

test('without the script there is no token, and the next time it is tried again', async () => {
  const added = onScript((script) => script.onerror?.(new Event('error')))
  expect(await turnstileToken('key')).toBeNull()
  expect(await turnstileToken('key')).toBeNull()
  expect(added.mock.calls.map(([script]) => (script as HTMLScriptElement).src)).toEqual(
    Array(2).fill('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'),
  )
})

test('a token comes from the widget, which is then removed', async () => {
  const added = scriptLoads()
  const token = turnstileToken('key')
  await vi.waitFor(() => expect(widget.render).toHaveBeenCalled())
  expect(document.querySelector('section.captcha')?.getAttribute('aria-label')).toBe(
    'Security check',
  )
  expect(options).toMatchObject({ sitekey: 'key', appearance: 'interaction-only' })
  options.callback!('token-1')
  expect(await token).toBe('token-1')
  expect(widget.remove).toHaveBeenCalledWith('w1')
  expect(document.querySelector('.captcha')).toBeNull()
  expect(added).toHaveBeenCalledTimes(1)
})

test.each(['error-callback', 'timeout-callback', 'unsupported-callback'])(
  'there is no token after its %s',
  async (name) => {
    const token = turnstileToken('key')
    await vi.waitFor(() => expect(widget.render).toHaveBeenCalled())
    options[name]!()
    expect(await token).toBeNull()
    expect(document.querySelector('.captcha')).toBeNull()
  },
)

test('there is no token where no widget can be shown', async () => {
  widget.render.mockReturnValueOnce(null)
  expect(await turnstileToken('key')).toBeNull()
})
