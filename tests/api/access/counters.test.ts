import { expect, test } from 'vitest'
import { sendEnquiry } from '#lib/messages/calls.ts'
import { watchConfiguration } from '#lib/stock/watch-calls.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { easyCaptcha, RIGHT_CAPTCHA as captchaToken, valueOf } from '#tests/setup/people.ts'

const email = 'hemi@post.example'

test.each(databases)(
  'on $name what is counted of visitors names none of them',
  async ({ open }) => {
    const db = await open()
    const app = startApplication(db, {
      deps: { captcha: easyCaptcha },
      env: { TRUSTED_PROXIES: '1' },
    })
    await seedDemo(app.deps)
    const call = app.browser()
    const car = { kdcd: 'TN27H-A', colourCode: 'BLD', email }
    valueOf(await call(watchConfiguration, { body: car, captchaToken }))
    const question = { kind: 'ENQUIRY' as const, name: 'Hēmi Pōtae', email, message: 'Hello' }
    valueOf(await call(sendEnquiry, { body: question, captchaToken }))
    const headers = { 'x-forwarded-for': '192.0.2.77' }
    await app.request('/api/car/TOI102/retrieveandcreate', { method: 'POST', headers })

    const counters = (await db.selectFrom('rate').select('key').execute()).map(({ key }) => key)
    const kinds = counters.map((key) => key.split(':')[0])
    expect(kinds).toEqual(expect.arrayContaining(['watch-mail', 'enquiry-mail', 'car-lookup']))
    expect(counters.join()).not.toMatch(/@|192\.0\.2/)
    await db.destroy()
  },
)
