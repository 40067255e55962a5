import { describe, expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import * as calls from '#lib/catalogue/calls.ts'
import { retrieveAndCreateCar } from '#lib/vehicles/calls.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { app, db, restart, setUpDemo, visitor } from '#tests/setup/suite.ts'

describe.each(databases)('the catalogue on $name', (database) => {
  setUpDemo(database)

  const option = async (kdcd: string) =>
    valueOf(await visitor(calls.getVariantOption, { params: { option: kdcd } }))
  /** Sells the cars in stock, and waits for the next count. */
  const sellOut = async (kdcd: string, colourCode?: string) => {
    let sold = db.updateTable('stock').set({ quantity: 0 }).where('kdcd', '=', kdcd)
    if (colourCode) sold = sold.where('colour_code', '=', colourCode)
    await sold.execute()
    app.clock.advance(2_000)
  }

  test('lists the range as the content has it, from its drive-away prices', async () => {
    const { models } = valueOf(await visitor(calls.listModels))
    expect(models.map(({ code }) => code)).toEqual(catalogue.models.map(({ code }) => code))
    const cove = models.find(({ name }) => name === 'Cove')
    // $26,990 and $1,450 on the road.
    expect(cove).toMatchObject({ fromPriceCents: 2_844_000, stockLevel: 'In stock' })
    expect(cove?.variants[0]).toMatchObject({ code: 'CV27P', priceCents: 2_699_000 })
    for (const model of models)
      for (const variant of model.variants)
        for (const { kdcd, stockLevel } of variant.options) {
          const planned = catalogue.stock.filter((line) => line.kdcd === kdcd)
          const stands = planned.some(({ quantity }) => quantity > 0)
          expect([kdcd, stockLevel === 'In stock']).toEqual([kdcd, stands])
        }
  })

  test('describes an option with all that can be chosen with it', async () => {
    const found = await option('CV27P-A')
    expect(found.option).toMatchObject({ kdcd: 'CV27P-A', priceCents: 2_699_000 })
    expect(found.variant.code).toBe('CV27P')
    expect(found.model.name).toBe('Cove')
    expect(found.colours.map(({ code }) => code).sort()).toEqual(
      [...found.option.colourCodes].sort(),
    )
    expect(found.interiors).not.toEqual([])
    expect(found.accessories).not.toEqual([])
    expect(found.onRoad.amountCents).toBe(145_000)
    expect(found.stock.map(({ colourCode }) => colourCode)).toEqual(found.option.colourCodes)
    expect(found.stock.find(({ colourCode }) => colourCode === 'RDB')).toEqual({
      colourCode: 'RDB',
      level: 'In stock',
      etaWeeks: 0,
    })
  })

  test('an electric car has the care plan prices of an electric car', async () => {
    const current = catalogue.models.find(({ name }) => name === 'Current')!
    const found = await option(current.variants[0]!.options[0]!.kdcd)
    expect(found.servicePlans.map(({ priceCents }) => priceCents)).toEqual(
      catalogue.servicePlans.map(({ evPriceCents }) => evPriceCents),
    )
  })

  test('a colour is in stock while there is a car of it, and on order when the last is sold', async () => {
    const level = async () => {
      const { stock, option: found } = await option('CV27P-A')
      return [stock.find(({ colourCode }) => colourCode === 'RDB'), found.stockLevel]
    }
    expect(await level()).toEqual([
      { colourCode: 'RDB', level: 'In stock', etaWeeks: 0 },
      'In stock',
    ])
    await sellOut('CV27P-A', 'RDB')
    expect(await level()).toEqual([
      { colourCode: 'RDB', level: 'On order', etaWeeks: null },
      'In stock',
    ])
    await sellOut('CV27P-A')
    expect((await level())[1]).toBe('On order')
    const { models } = valueOf(await visitor(calls.listModels))
    expect(models[0]?.variants[0]?.options[0]).toMatchObject({
      kdcd: 'CV27P-A',
      stockLevel: 'On order',
    })
  })

  test('an option that cannot be had stays so', async () => {
    const none = catalogue.stock.find(({ level }) => level === 'Unavailable')!
    expect((await option(none.kdcd)).option.stockLevel).toBe('Unavailable')
  })

  test('an unknown option is not found, and what is no code is refused', async () => {
    const unknown = await visitor(calls.getVariantOption, { params: { option: 'NONE-1' } })
    expect(unknown).toMatchObject({ ok: false, failure: { status: 404 } })
    const noCode = await visitor(calls.getVariantOption, { params: { option: '../x' } })
    expect(noCode).toMatchObject({
      ok: false,
      failure: { status: 400, problem: { messages: [{ property: 'option' }] } },
    })
  })

  test('lists dealers, countries and the words of Build and quote', async () => {
    const { dealers } = valueOf(await visitor(calls.listDealers))
    expect(dealers).toHaveLength(catalogue.dealers.length)
    expect(dealers[0]).toMatchObject({ outletCode: 'WRE01', hours: { sun: null } })
    const { countries } = valueOf(await visitor(calls.listCountries))
    expect(countries[0]).toEqual({ code: 'NZ', name: 'New Zealand' })
    expect(valueOf(await visitor(calls.getBuildAndQuoteContent)).heading).toBe('Build and quote')
  })

  test.each([
    '/api/model/list',
    '/api/model/variant/option/CV27P-A',
    '/api/dealers',
    '/api/countries',
    '/api/cms/build-and-quote',
    '/api/config',
    '/api/openapi.json',
  ])('%s may be kept, and is asked for again by its tag', async (path) => {
    const first = await app.request(path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const again = await app.request(path, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('a tag is compared as RFC 9110 §13.1.2 says', async () => {
    const ask = (ifNoneMatch?: string) =>
      app.request('/api/countries', {
        headers: ifNoneMatch ? { 'if-none-match': ifNoneMatch } : {},
      })
    const etag = (await ask()).headers.get('etag') ?? ''
    for (const [given, status] of [
      [`W/${etag}`, 304],
      [`"of before", ${etag}`, 304],
      ['*', 304],
      ['"of before"', 200],
      [etag.slice(1, -1), 200],
    ] as const)
      expect([given, (await ask(given)).status]).toEqual([given, status])
  })

  test('the tag of the range changes when the last car of a colour is sold', async () => {
    const tag = async () => (await app.request('/api/model/list')).headers.get('etag')
    const before = await tag()
    app.clock.advance(2_000)
    expect(await tag()).toBe(before)
    await sellOut('CV27P-A')
    expect(await tag()).not.toBe(before)
  })

  describe('looking a car up', () => {
    const find = (regNo: string) => visitor(retrieveAndCreateCar, { params: { regNo } })

    test('gives facts about the car and nothing of its owner', async () => {
      expect(valueOf(await find('toi101')).car).toEqual({
        registration: 'TOI101',
        vin: '7AVCV1P22M0001011',
        make: { description: 'TARVANE' },
        model: { description: 'COVE' },
        year: 2021,
        fuelType: 'PETROL',
        colour: 'White',
        odometerKm: 48_210,
        wofExpiry: '2027-03-14',
        licenceExpiry: '2027-01-20',
        powerKw: 74,
        economy: { fuelLitresPer100Km: 5.6, electricityKwhPer100Km: null },
        tradeInGuide: { lowCents: 1_485_000, highCents: 1_782_000 },
        openRecalls: [
          {
            recallNumber: 'TVN-2024-003',
            title: 'Front passenger airbag inflator',
            description: 'The inflator may deploy with too much force.',
            remedy: 'Replace the inflator free of charge (about 90 minutes).',
            severity: 'COMPULSORY',
          },
        ],
      })
    })

    test('says when it is not known, and refuses what is no registration', async () => {
      expect(await find('ZZZ999')).toMatchObject({ ok: false, failure: { status: 404 } })
      for (const wrong of ['TOOLONG', 'A_B', '%00', "x'--"])
        expect(await find(wrong)).toMatchObject({
          ok: false,
          failure: { status: 400, problem: { messages: [{ property: 'regNo' }] } },
        })
    })

    test('is limited by address', async () => {
      restart({ env: { LIMIT_CAR_LOOKUPS_PER_MINUTE: '3' } })
      for (let times = 0; times < 3; times++) valueOf(await find('TOI101'))
      expect(await find('TOI101')).toMatchObject({ failure: { status: 429 } })
    })

    test('knows no sample cars outside a demo', async () => {
      restart({ env: { DEMO: 'off' } })
      expect(await find('TOI102')).toMatchObject({ failure: { status: 404 } })
    })
  })
})
