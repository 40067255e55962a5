import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as calls from '#lib/finance/calls.ts'
import { FINANCE_DOCUMENT, financeDocumentText } from '#lib/finance/finance-document.ts'
import { findFinanceSignature } from '#server/finance/queries.ts'
import { contentOf } from '#server/platform/mail/outbox.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { faultsOf, started } from '#tests/setup/purchases.ts'
import { patch, apply, financed, earning } from '#tests/api/finance/finance.fixture.ts'
import { app, db, kowhai, mia, sam, setUpTwoCustomers } from '#tests/setup/suite.ts'

describe.each(databases)('finance applications on $name', (database) => {
  setUpTwoCustomers(database)

  test('what was signed is kept with its text, its hash, its time and its account, and a copy is mailed', async () => {
    const { id, currentQuote } = await financed()
    const drawn = anApplication({
      signature: { ...anApplication().signature, method: 'DRAWN', drawing: 'M10 20L12 24M3 4' },
    })
    valueOf(await apply(mia, id, drawn))
    expect(await findFinanceSignature(db, id)).toEqual({
      purchase_journey_id: id,
      quote_id: currentQuote.quoteId,
      quote_version: currentQuote.version,
      method: 'DRAWN',
      document_version: FINANCE_DOCUMENT.version,
      document: financeDocumentText,
      document_sha256: createHash('sha256').update(financeDocumentText).digest('hex'),
      signed_by: `customer:${mia.customerId}`,
      signed_at: '2026-11-23T01:00:00.000Z',
    })
    const changed = db.updateTable('finance_signature').set({ signed_by: 'customer:1' }).execute()
    await expect(changed).rejects.toThrow('a signature is not changed')

    const mail = await db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'finance-signed')
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({
      recipient: 'customer@demo.example',
      attachment_name: 'tarvane-finance-application.pdf',
    })
    const content = contentOf(app.deps, mail)
    expect(atob(content.attachmentBase64!)).toMatch(/^%PDF-/)
    expect(JSON.stringify(content)).not.toContain('M10 20')
    const copy = await mia.call(calls.getFinanceApplicationDocument, { params: { id } })
    expect(valueOf(copy)).toEqual({
      name: mail.attachment_name,
      mediaType: 'application/pdf',
      base64: content.attachmentBase64,
    })
  })

  test('a drawn signature has a drawing, and any one is under the text in force', async () => {
    const { id } = await financed()
    const { signature } = anApplication()
    const undrawn = anApplication({ signature: { ...signature, method: 'DRAWN' } })
    expect(faultsOf(await apply(mia, id, undrawn)).fields).toEqual(['signature.drawing'])
    const scrawl = anApplication({ signature: { ...signature, drawing: '<svg onload=x>' } })
    expect(faultsOf(await apply(mia, id, scrawl)).fields).toEqual(['signature.drawing'])
    const old = anApplication({ signature: { ...signature, documentVersion: '2025-01-01' } })
    expect(faultsOf(await apply(mia, id, old))).toMatchObject({
      status: 409,
      fields: ['signature.documentVersion'],
    })
    expect(await findFinanceSignature(db, id)).toBeNull()
  })

  test('sent again it answers the same, and another one is refused', async () => {
    const { id } = await financed()
    const first = valueOf(await apply(mia, id, anApplication()))
    expect(valueOf(await apply(mia, id, anApplication()))).toEqual(first)
    expect(faultsOf(await apply(mia, id, earning(1)))).toMatchObject({ status: 409 })
    const more = await patch(mia, id, { financeApplication: { income: {} } })
    expect(faultsOf(more).status).toBe(409)
  })

  test('only the customer signs, and only for a car that is financed', async () => {
    const { id } = await financed()
    expect(faultsOf(await apply(sam, id, anApplication()))).toMatchObject({
      status: 403,
      code: 'NotPermitted',
    })
    expect(faultsOf(await apply(kowhai, id, anApplication())).status).toBe(404)
    const cash = await started(mia)
    expect(faultsOf(await apply(mia, cash.id, anApplication())).status).toBe(409)
  })

  test('an applicant under 18 is refused', async () => {
    const bornOn = (dateOfBirth: string) =>
      anApplication({ residence: { ...anApplication().residence, dateOfBirth } })
    const { id } = await financed()
    expect(faultsOf(await apply(mia, id, bornOn('2008-11-24'))).fields).toEqual([
      'residence.dateOfBirth',
    ])
    expect(valueOf(await apply(mia, id, bornOn('2008-11-23'))).creditDecision).not.toBeNull()
  })

  test('what is missing or not accepted is named', async () => {
    const { id } = await financed()
    const born = { ...anApplication().residence, dateOfBirth: '2031-01-01' }
    expect(faultsOf(await apply(mia, id, anApplication({ residence: born }))).fields).toEqual([
      'residence.dateOfBirth',
    ])
    const declarations = {
      isTrue: true,
      creditCheckConsent: false,
      electronicConsent: true,
    } as never
    expect(faultsOf(await apply(mia, id, anApplication({ declarations }))).fields).toEqual([
      'declarations.creditCheckConsent',
    ])
  })
})
