// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { crisp } from './crisp.ts'
import { freshchat } from './freshchat.ts'
import { intercom } from './intercom.ts'

// Stubs with the surface of the vendors' own scripts, as far as it is documented.

const mia = { customerId: 7, firstName: 'Mia', lastName: 'Harris', email: 'mia@example.nz' }
const page = window as unknown as Record<string, unknown>
let scripts: HTMLScriptElement[]

beforeEach(() => {
  for (const name of ['fcWidget', 'Intercom', 'intercomSettings', '$crisp', 'CRISP_WEBSITE_ID'])
    delete page[name]
  scripts = []
  // Nothing is fetched: the stubs replace the scripts.
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    scripts.push(...(nodes as HTMLScriptElement[]))
  })
})
const loaded = () => scripts.map(({ src }) => src)

test('Freshchat', () => {
  const heard: unknown[] = []
  let isInitialized = false
  const chat = freshchat({ id: 'token-1', url: 'https://wchat.au.freshchat.com' })
  chat.load()
  expect(loaded()).toEqual(['https://wchat.au.freshchat.com/js/widget.js'])
  expect(chat.isReady()).toBe(false)
  page.fcWidget = {
    init: (settings: unknown) => heard.push(['init', settings]),
    isInitialized: () => isInitialized,
    setExternalId: (id: string) => heard.push(['setExternalId', id]),
    user: {
      setProperties: (properties: unknown) => heard.push(['setProperties', properties]),
      // It is refused when there is no user, which is no error here.
      clear: () => (heard.push(['clear']), Promise.reject(new Error('USER_NOT_CREATED'))),
    },
  }
  scripts[0]!.onload?.(new Event('load'))
  expect(chat.isReady()).toBe(false)
  isInitialized = true
  expect(chat.isReady()).toBe(true)
  chat.identify(mia)
  chat.reset()
  expect(heard).toEqual([
    ['init', { token: 'token-1', host: 'https://wchat.au.freshchat.com' }],
    ['setExternalId', '7'],
    [
      'setProperties',
      { firstName: 'Mia', lastName: 'Harris', email: 'mia@example.nz', customerId: '7' },
    ],
    ['clear'],
  ])
})

test('Intercom, which is told no number or address that opens a person’s conversations', () => {
  const settings = { app_id: 'ab12', api_base: 'https://api-iam.au.intercom.io' }
  const chat = intercom({ id: 'ab12', url: settings.api_base })
  chat.load()
  expect(loaded()).toEqual(['https://widget.intercom.io/widget/ab12'])
  expect(page.intercomSettings).toEqual(settings)
  expect(chat.isReady()).toBe(false)
  const heard = [...(page.Intercom as { q: unknown[] }).q]
  page.Intercom = (...call: unknown[]) => heard.push(call)
  expect(chat.isReady()).toBe(true)
  chat.identify(mia)
  chat.reset()
  expect(heard).toEqual([
    ['boot', settings],
    [
      'update',
      {
        name: 'Mia Harris',
        first_name: 'Mia',
        last_name: 'Harris',
        customer_email: 'mia@example.nz',
        customer_id: '7',
      },
    ],
    ['shutdown'],
    ['boot', settings],
  ])
})

test('Crisp', () => {
  const chat = crisp({ id: 'site-1', url: '' })
  chat.load()
  expect(loaded()).toEqual(['https://client.crisp.chat/l.js'])
  expect(page.CRISP_WEBSITE_ID).toBe('site-1')
  expect(chat.isReady()).toBe(false)
  const heard = page.$crisp as unknown[] & { is?: () => boolean }
  heard.is = () => true
  expect(chat.isReady()).toBe(true)
  chat.identify(mia)
  chat.reset()
  expect([...heard]).toEqual([
    ['set', 'user:email', ['mia@example.nz']],
    ['set', 'user:nickname', ['Mia Harris']],
    [
      'set',
      'session:data',
      [
        [
          ['first_name', 'Mia'],
          ['last_name', 'Harris'],
          ['customer_id', '7'],
        ],
      ],
    ],
    ['do', 'session:reset'],
  ])
})
