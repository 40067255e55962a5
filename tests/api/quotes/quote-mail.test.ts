import { expect, test, vi } from 'vitest'
import { emailQuote } from '#lib/quotes/calls.ts'
import { getDemoAttachment, listDemoMail } from '#lib/site/calls.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { startMailWorker } from '#server/platform/mail/mail-worker.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, saved } from '#tests/setup/purchases.ts'
import { startSmtpServer } from '#tests/setup/smtp-server.ts'

test.each(databases)('a quote is mailed with a PDF, on $name', async (database) => {
  const db = await database.open()
  const smtp = await startSmtpServer()
  const app = startApplication(db, {
    env: { DEMO: 'on', SMTP_URL: smtp.url, MAIL_FROM: 'Tarvane <post@tarvane.example>' },
  })
  await seedDemo(app.deps)
  const worker = startMailWorker(app.deps)
  const mia = await arrive(app)
  const { quoteId } = await saved(mia)
  valueOf(await mia.call(emailQuote, { body: { quoteId } }))
  await vi.waitFor(() => expect(smtp.arrived).toHaveLength(1), { timeout: 5000 })
  const { attachments } = await smtp.read(smtp.arrived[0]!)
  expect(attachments).toMatchObject([
    { filename: 'tarvane-quote.pdf', mimeType: 'application/pdf' },
  ])
  const pdf = Buffer.from(attachments[0]!.content as ArrayBuffer)
  expect(pdf.toString('latin1')).toMatch(/^%PDF-[\s\S]+%%EOF\s*$/)

  const { messages } = valueOf(await mia.call(listDemoMail, { query: {} }))
  const { attachment } = messages[0]!
  expect(attachment).toEqual({ id: expect.any(String), name: 'tarvane-quote.pdf' })
  const open = () => mia.call(getDemoAttachment, { params: { id: attachment!.id } })
  expect(valueOf(await open())).toEqual({
    name: 'tarvane-quote.pdf',
    base64: pdf.toString('base64'),
  })
  await worker.stop()
  await smtp.close()

  // It goes with the text it came with.
  app.clock.advance(8 * 24 * 60 * 60_000)
  await forgetOld(app.deps)
  expect(await db.selectFrom('outbox').selectAll().execute()).toMatchObject([{ sealed: null }])
  expect((await open()).ok).toBe(false)
  await db.destroy()
})

test('a quote with a loan is mailed with its figures in four lines', async () => {
  const db = await databases[0]!.open()
  const app = startApplication(db, { env: { DEMO: 'on' } })
  await seedDemo(app.deps)
  const mia = await arrive(app)
  const { quoteId } = await saved(mia, { payOption: 'FINANCE' })
  valueOf(await mia.call(emailQuote, { body: { quoteId } }))

  const { messages } = valueOf(await mia.call(listDemoMail, { query: {} }))
  const { text } = messages[0]!
  for (const figure of ['Deposit', 'Term', 'Annual interest rate', 'Total amount payable'])
    expect(text).toMatch(new RegExp(`^${figure}: `, 'm'))
  expect(text).toMatch(/Cash price, drive-away: .* Amount financed, including fees: /)
  expect(text).not.toContain('Last regular payment')
  await db.destroy()
})
