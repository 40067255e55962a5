// @vitest-environment happy-dom
import { act } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { keepDeliveries } from '#stores/quote/deliveries.ts'
import { Builder } from './Builder.tsx'
import {
  props,
  server,
  container,
  root,
  at,
  open,
  hydrate,
  text,
  price,
  notices,
  group,
  named,
  choices,
  choose,
  settle,
  signInMia,
} from './Builder.fixture.tsx'

test('a returning visitor with an address gets no hydration error', async () => {
  at('')
  container.innerHTML = renderToString(<Builder {...props} />)
  expect(price()).toBe('$28,440')
  signInMia()
  const onRecoverableError = vi.fn()
  await hydrate(
    '?kdcd=TN27H-B&colour=WHP&interior=SYB&accessories=DASH&pay=CASH',
    onRecoverableError,
  )
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(price()).toBe('$47,439')
})

test('each choice is named as in the catalogue', async () => {
  await open('?model=tarn')
  expect(choices('Model')).toEqual(catalogue.models.map(({ name }) => name))
  expect(choices('Grade')).toEqual([
    'Tarn 1.5 Pure',
    'Tarn 1.5 Hybrid Plus',
    'Tarn 1.5 Hybrid Premium',
  ])
  expect(choices('Option')).toEqual(['Standard', 'Touring Pack'])
  expect(choices('Colour')).toContain('Deepwater Blue')
  expect(choices('Interior')).toEqual(['Charcoal cloth'])
  expect(choices('Accessories')).toContain('Tow bar and wiring')
  expect(choices('Care plan')).toContain('Tarvane Care 3')
  expect(choices('Pay option')).toEqual([
    'Cash',
    'Finance',
    'Classic loan',
    'Flexi loan',
    'Lease',
    'Lease – Lite Care',
    'Lease – Total Care',
    'Lease – Ultimate Care',
  ])
})

test('each colour shows its stock and delivery', async () => {
  vi.setSystemTime('2026-11-23T01:00:00Z')
  await open('?kdcd=TN27H-A&colour=BLD')
  expect(text('.builder__stock')).toBe('In stock')
  expect(text('.builder__bar-delivery')).toBe('Ready 30\u00a0November to 7\u00a0December\u00a02026')
  await choose('Colour', 'Deepwater Blue / black roof')
  expect(text('.builder__stock')).toBe('On order')
  expect(text('.builder__bar-delivery')).toBe('Ready 11\u00a0February to 11\u00a0March\u00a02027')
  const none = catalogue.stock.find(({ level }) => level === 'Unavailable')!
  await act(async () => root?.unmount())
  await open(`?kdcd=${none.kdcd}&colour=${none.colourCode}`)
  expect(text('.builder__stock')).toBe('Unavailable')
})

test('only the server decides that a car is unavailable', async () => {
  server.delivery = null
  await open('?kdcd=TN27H-A&colour=BLD')
  await choose('Colour', 'Deepwater Blue / black roof')
  expect(text('.builder__stock')).toBe('On order')
  expect(text('.builder__bar-delivery')).toContain('Ready ')
  await settle()
  expect(text('.builder__stock')).toBe('Unavailable')
  expect(text('.builder__bar-delivery')).toBe('Not available right now. We’ll look for one')
  expect(container.textContent).toContain('You can cancel at any time while we look.')
})

test('the delivery is shown beside the price, and a choice that changes it says so (decision 66)', async () => {
  vi.setSystemTime('2026-11-23T01:00:00Z')
  await open('?kdcd=TN27H-A&colour=BLD')
  const november = 'Ready 30\u00a0November to 7\u00a0December\u00a02026'
  expect(text('.builder__bar-delivery')).toBe(november)
  expect(text('.builder__summary')).toContain(november)
  const march = 'Ready later, 11\u00a0February to 11\u00a0March\u00a02027'
  expect(group('Colour').querySelector('ul')?.textContent).toContain(`${march}: `)
  expect(group('Colour').querySelector('ul')?.textContent).toContain('Deepwater Blue / black roof')
  await choose('Colour', 'Deepwater Blue / black roof')
  expect(text('.builder__bar-delivery')).toBe('Ready 11\u00a0February to 11\u00a0March\u00a02027')
  expect(group('Colour').querySelector('ul')?.textContent).toContain(
    'Ready sooner, 30\u00a0November to 7\u00a0December\u00a02026: ',
  )
  // The server's deliveries of the model apply to every choice.
  await act(async () =>
    keepDeliveries([
      { kdcd: 'TN27H-A', colourCode: 'BLD', delivery: null },
      { kdcd: 'TN27H-B', colourCode: 'BLD', delivery: { from: '2026-11-30', to: '2026-12-07' } },
      { kdcd: 'TN27P-A', colourCode: 'BLD', delivery: { from: '2027-04-01', to: '2027-05-01' } },
    ]),
  )
  await choose('Colour', 'Deepwater Blue')
  expect(text('.builder__bar-delivery')).toBe('Not available right now. We’ll look for one')
  expect(group('Option').textContent).toContain(
    'Ready 30\u00a0November to 7\u00a0December\u00a02026',
  )
  expect(group('Grade').textContent).toContain('Ready 1\u00a0April to 1\u00a0May\u00a02027')
})

describe('a choice', () => {
  test('repaints, reprices and is kept in the address', async () => {
    vi.setSystemTime(new Date('2026-12-10T00:00:00Z'))
    await open('?model=tarn')
    await choose('Grade', 'Tarn 1.5 Hybrid Plus')
    await choose('Colour', 'Cloud Pearl')
    await choose('Accessories', 'Front and rear dash camera')
    await settle()

    expect(container.querySelector('.builder__car')?.getAttribute('src')).toBe('/art/tarn-WHP.svg')
    expect(container.querySelector('.builder__car')?.getAttribute('alt')).toBe(
      'Tarn 1.5 Hybrid Plus in Cloud Pearl, side view',
    )
    expect(container.querySelectorAll('.builder__car')[1]?.getAttribute('src')).toBe(
      '/art/TN27H-A.svg',
    )
    expect(price()).toBe('$46,039')
    // The first two are free with an offer.
    expect(location.search).toBe(
      '?kdcd=TN27H-A&colour=WHP&interior=CLB&accessories=MATS,RBAR,DASH&pay=CASH',
    )
  })

  test('of the front shows it in each colour, on the screen only', async () => {
    await open('?kdcd=TN27H-B&colour=WHP')
    const shown = () =>
      [...container.querySelectorAll('.builder__car:not(.print-only)')].map((image) => [
        image.getAttribute('src'),
        image.getAttribute('alt'),
      ])
    await choose('View', 'Front')
    expect(shown()).toEqual([
      ['/art/tarn-WHP-front.svg', 'Tarn 1.5 Hybrid Plus in Cloud Pearl, front view'],
      ['/art/TN27H-B-front.svg', ''],
    ])
    expect(container.querySelector('.builder__car.print-only')?.getAttribute('src')).toBe(
      '/art/tarn-WHP.svg',
    )
    await choose('Colour', 'Beacon Red')
    expect(shown()[0]?.[0]).toBe('/art/tarn-RDB-front.svg')
    await choose('View', 'Side')
    expect(shown()).toEqual([
      ['/art/tarn-RDB.svg', 'Tarn 1.5 Hybrid Plus in Beacon Red, side view'],
      ['/art/TN27H-B.svg', ''],
    ])
    expect(location.search).not.toContain('front')
  })

  test('of another model disables the grades of the previous one', async () => {
    await open('?model=tarn')
    const grades = () => container.querySelectorAll('.builder__part')[1]!
    const cove = [...group('Model').querySelectorAll('input')].find((one) => named(one) === 'Cove')!
    const seen: [string, boolean][] = []
    const watching = new MutationObserver(() =>
      seen.push([grades().querySelector('input')!.value, grades().hasAttribute('inert')]),
    )
    watching.observe(grades(), { attributes: true })
    await act(async () => cove.click())
    watching.disconnect()
    expect(seen).toEqual([
      ['TN27P', true],
      ['CV27P', false],
    ])
  })

  test('that removes another choice says so', async () => {
    // Before the offer that gives the bars.
    vi.setSystemTime(new Date('2026-10-10T00:00:00Z'))
    await open('?kdcd=TN27H-B&accessories=RBOX')
    expect(notices()).toBe('')
    await choose('Option', 'Standard')
    expect(notices()).toContain('Roof box 430 L needs Roof cross bars, so we removed it.')
  })

  test('comes with what an offer gives, which costs nothing, and it can be left out', async () => {
    vi.setSystemTime(new Date('2026-12-10T00:00:00Z'))
    await open('?kdcd=TN27H-A')
    const chosen = () =>
      [...group('Accessories').querySelectorAll<HTMLInputElement>('input:checked')].map(named)
    expect(chosen()).toEqual(['All-weather floor mats', 'Roof cross bars'])
    expect(text('.builder__summary')).toContain('Roof cross barsIncluded')
    const bars = () =>
      [...group('Accessories').querySelectorAll('.choice-card__body')].find((card) =>
        card.textContent?.startsWith('Roof cross bars'),
      )?.textContent
    expect(bars()).toBe(
      'Roof cross barsFreeFree with the offer “A Tarn, ready for the weekend” until 31\u00a0January\u00a02027.',
    )
    await choose('Accessories', 'Roof cross bars')
    expect(chosen()).toEqual(['All-weather floor mats'])
    expect(price()).toBe('$44,440')
    await settle()
    await act(async () => root?.unmount())
    await open(location.search)
    expect(chosen()).toEqual(['All-weather floor mats'])
    await choose('Accessories', 'Roof box 430 L')
    expect(notices()).toContain('Roof box 430 L needs Roof cross bars, so we added it.')
    await choose('Model', 'Moraine')
    expect(bars()).toBe('Roof cross bars$485')
  })

  test('is priced by the server at once, and later ones once they stop', async () => {
    const pricings = () => server.asked.filter((call) => call === 'POST /quote').length
    await open('?model=tarn')
    await choose('Colour', 'Beacon Red')
    await act(async () => {
      await import('#stores/quote/quote-calls.ts')
      await vi.advanceTimersByTimeAsync(60)
    })
    expect(pricings()).toBe(1)
    expect(server.lastRequest.colourCode).toBe('RDB')
    await choose('Colour', 'Tide Silver')
    await choose('Colour', 'Deepwater Blue')
    expect(pricings()).toBe(1)
    await settle()
    expect(pricings()).toBe(2)
    expect(server.lastRequest.colourCode).toBe('BLD')
  })
})

test('an address that cannot be bought falls back and says so', async () => {
  await open('?kdcd=TN27H-A&colour=NIL&pay=RESERVATION')
  expect(price()).toBe('$44,440')
  expect(notices()).toContain('That colour isn’t available')
  expect(notices()).toContain('That way to pay isn’t available, so we’re showing the cash price.')
})

// Last: the configuration of the site is loaded once per page.
test('a reservation is offered only with its flag', async () => {
  server.hasReservations = true
  await open('?kdcd=TN27H-A&pay=RESERVATION')
  await settle()
  expect(choices('Pay option')).toContain('Reservation')
  expect(container.textContent).toContain('Reservation fee')
  expect(location.search).toContain('pay=RESERVATION')
})
