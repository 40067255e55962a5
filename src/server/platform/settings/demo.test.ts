import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { SettingError } from './environment.ts'

const isDemo = (env: Record<string, string>) => readSettings(env).isDemo

test.each<[string, Record<string, string>, boolean]>([
  ['nothing is set on one’s own machine', {}, true],
  ['a loopback address is named', { HOST: 'localhost' }, true],
  ['the machine answers others', { HOST: '0.0.0.0' }, false],
  ['the machine answers one network', { HOST: '192.168.1.20' }, false],
  ['the address is https', { SITE_URL: 'https://cars.example' }, false],
  ['it runs in production', { NODE_ENV: 'production' }, false],
  ['mail is sent', { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@cars.example' }, false],
  ['it is asked for in a container', { DEMO: 'on', HOST: '0.0.0.0', NODE_ENV: 'production' }, true],
  ['it is asked for beside mail', { DEMO: 'on', SMTP_URL: 'smtp://localhost' }, true],
  ['https ends on this machine', { DEMO: 'on', SITE_URL: 'https://localhost:4443' }, true],
  ['it is refused', { DEMO: 'off' }, false],
])('when %s', (_when, env, expected) => {
  expect(isDemo(env)).toBe(expected)
})

test('a demo at a public https address is refused by name', () => {
  expect(() => isDemo({ DEMO: 'on', SITE_URL: 'https://cars.example' })).toThrow(
    new SettingError(
      'DEMO cannot be on at the public address in SITE_URL, because a demo shows mailed codes to everyone: set DEMO=off.',
    ),
  )
})

test('the image and the shop of the compose file are not demos', () => {
  const [, lines] = /^ENV (NODE_ENV(?:.*\\\n)*.*)$/m.exec(readFileSync('Dockerfile', 'utf8'))!
  const image = Object.fromEntries([...lines!.matchAll(/(\w+)=(\S+)/g)].map(([, k, v]) => [k, v]))
  expect(image).toMatchObject({ NODE_ENV: 'production', DEMO: 'off' })
  expect(isDemo(image)).toBe(false)
  const compose = readFileSync('compose.yaml', 'utf8')
  expect([...compose.matchAll(/^ +DEMO: (.+)$/gm)].map(([, value]) => value)).toEqual(["'off'"])
  expect(readFileSync('compose.many.yaml', 'utf8')).not.toContain('DEMO')
})
