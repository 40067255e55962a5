import { describe, expect, test } from 'vitest'
import { listMessages, sendEnquiry } from '#lib/messages/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { exportedData } from '#tests/setup/exports.ts'
import { databases } from '#tests/setup/databases.ts'
import { easyCaptcha, RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { arrive, faultsOf } from '#tests/setup/purchases.ts'
import { app, db, restart, setUpDemo } from '#tests/setup/suite.ts'

/** The clock is set to Monday 23 November 2026, 2 pm. */
const drive = {
  kind: 'TESTDRIVE' as const,
  name: 'Mia <b>Harris</b>',
  email: 'customer@demo.example',
  phone: '(021) 555 0199',
  modelCode: 'TN',
  outletCode: 'AKL01',
  day: '2026-11-28',
  time: 'MORNING' as const,
  message: 'With a tow bar, please.',
}
const question = {
  kind: 'ENQUIRY' as const,
  name: 'Hēmi Pōtae',
  email: 'hemi@post.example',
  message: 'Does the Headland tow three tonnes?',
}

describe.each(databases)('enquiries on $name', (database) => {
  setUpDemo(database, { deps: { captcha: easyCaptcha } })

  const send = (body: object, idempotencyKey?: string) =>
    app.browser()(sendEnquiry, {
      body: body as typeof drive,
      captchaToken: RIGHT_CAPTCHA,
      ...(idempotencyKey ? { idempotencyKey } : {}),
    })
  const mailTo = async (to: string) =>
    valueOf(await app.browser()(listDemoMail, { query: { to } })).messages
  const listed = async () => {
    const staff = await arrive(app, 'staff@demo.example')
    return valueOf(await staff.call(listMessages, { query: { show: 'todo' } })).messages
  }

  test('a test drive reaches its dealer, the list of staff, and who asked for it', async () => {
    valueOf(await send(drive, 'key-1'))
    valueOf(await send(drive, 'key-1'))
    expect(await listed()).toMatchObject([
      {
        kind: 'TESTDRIVE',
        name: drive.name,
        phone: '+64215550199',
        model: { code: 'TN', name: 'Tarn' },
        dealer: { outletCode: 'AKL01', name: 'Ponsonby Ridge Tarvane' },
        wished: { day: '2026-11-28', time: 'MORNING' },
        message: drive.message,
      },
    ])
    const [toDealer, ...more] = await mailTo('akl01@tarvane.example')
    expect(more).toEqual([])
    expect(toDealer!.subject).toBe('A test drive request from the website')
    for (const text of ['021 555 0199', 'Saturday 28\u00a0November, in the morning', drive.message])
      expect(toDealer!.text).toContain(text)
    const [received] = await mailTo(drive.email)
    expect(received!.subject).toBe('We’ve got your test drive request')
    expect(received!.text).toContain('Ponsonby Ridge Tarvane will call or email you')
    // The address may be another person's: no input goes there.
    expect(received!.text).not.toMatch(/Harris|tow bar|555 0199/)
  })

  test('an enquiry without a dealer goes to the brand', async () => {
    valueOf(await send(question))
    const [toBrand] = await mailTo(app.deps.catalogue.brand.email)
    expect(toBrand).toMatchObject({ subject: 'An enquiry from the website' })
    expect((await mailTo(question.email))[0]!.subject).toBe('We’ve got your enquiry')
  })

  const REFUSED: [string, object, string[] | number][] = [
    ['nothing of a test drive', { kind: 'TESTDRIVE', name: 'M', email: 'm@p.example' }, 5],
    ['an enquiry without words', { ...question, message: ' ' }, ['message']],
    ['an unknown model', { ...drive, modelCode: 'XX' }, ['modelCode']],
    ['an unknown dealer', { ...drive, outletCode: 'XX' }, ['outletCode']],
    ['no phone number', { ...drive, phone: '12' }, ['phone']],
    ['today', { ...drive, day: '2026-11-23' }, ['day']],
    ['a Sunday', { ...drive, day: '2026-11-29' }, ['day']],
    ['Christmas Day', { ...drive, day: '2026-12-25' }, ['day']],
    ['a day too far off', { ...drive, day: '2026-12-22' }, ['day']],
    ['no such time', { ...drive, time: 'NOON' }, ['time']],
  ]
  test('what is missing or cannot be is refused by field, and nothing is kept', async () => {
    for (const [what, body, fields] of REFUSED) {
      const answer = faultsOf(await send(body))
      expect(answer.status, what).toBe(400)
      if (typeof fields === 'number') expect(answer.fields, what).toHaveLength(fields)
      else expect(answer.fields, what).toEqual(fields)
    }
    expect(await db.selectFrom('message').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  test('a wrong captcha is refused', async () => {
    const answer = await app.browser()(sendEnquiry, { body: drive, captchaToken: 'wrong' })
    expect(faultsOf(answer)).toMatchObject({ status: 400, code: 'InvalidToken' })
  })

  test('an address gets three emails a day at most, and every enquiry is kept', async () => {
    for (let each = 0; each < 5; each++) valueOf(await send(question))
    expect(await mailTo(question.email)).toHaveLength(3)
    expect(await listed()).toHaveLength(5)
  })

  test('addresses of one mailbox get three together', async () => {
    for (const n of [1, 2, 3, 4, 5])
      valueOf(await send({ ...question, email: `hemi+${n}@post.example` }))
    const mailed = []
    for (const n of [1, 2, 3, 4, 5]) mailed.push((await mailTo(`hemi+${n}@post.example`)).length)
    expect(mailed).toEqual([1, 1, 1, 0, 0])
    expect(await listed()).toHaveLength(5)
  })

  test('one network leaves so many a day', async () => {
    restart({ env: { LIMIT_NETWORK_MESSAGES_PER_DAY: '2' }, deps: { captcha: easyCaptcha } })
    valueOf(await send(question))
    valueOf(await send(question))
    expect(faultsOf(await send(question)).status).toBe(429)
    expect(await listed()).toHaveLength(2)
  })

  test('the copy of a customer’s data holds what was asked under their address', async () => {
    valueOf(await send(drive))
    const mia = await arrive(app, 'customer@demo.example')
    const copy = await exportedData(app, mia)
    expect(copy.messagesLeft).toMatchObject([
      { kind: 'TESTDRIVE', phone: '+64215550199', wishedDay: '2026-11-28', wishedTime: 'MORNING' },
    ])
  })
})
