// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { anApplication, aReferredApplication } from '#tests/builders/finance-application.ts'
import { keepConfig } from '#stores/site/site-config.ts'
import { until } from '#tests/setup/screen.ts'
import { anOwner } from '#tests/builders/purchase-journey.ts'
import {
  container,
  root,
  sent,
  goneOn,
  server,
  financed,
  open,
  reload,
  text,
  field,
  press,
  type,
} from './Finance.fixture.tsx'

test('who lends, the payment and what it costs are named before the first question', async () => {
  await open('')
  const offer = container.querySelector('[aria-labelledby="lender-offer"]')?.textContent
  for (const part of ['Tideway Finance', 'a month', 'Annual interest rate', 'Total amount payable'])
    expect(offer).toContain(part)
})

test.each([
  ['', 'Page 1 of 4. Your home and your work. The four pages take about 10 minutes.'],
  ['liabilities', 'Page 3 of 4.'],
  ['signature', 'Page 4 of 4. Read and sign your application.'],
] as const)('the page %j says how many there are', async (page, words) => {
  await open(page)
  await until(() => expect(text()).toContain(words))
})

test('a soft check is offered where the lender has one, and asks for two ranges alone', async () => {
  server.answers['POST /api/finance/soft-check'] = { answer: 'likely' }
  await open('')
  expect(text()).not.toContain('without affecting your credit record')
  await act(async () => keepConfig({ hasSoftCheck: true } as Parameters<typeof keepConfig>[0]))
  const details = [...container.querySelectorAll('details')].find((it) =>
    it.textContent.includes('without affecting your credit record'),
  )!
  await act(async () => {
    details.open = true
    details.dispatchEvent(new Event('toggle'))
  })
  await until(() => expect(field('Your household’s monthly income')).toBeDefined())
  await press('Check')
  expect(text()).toContain('Please choose one')
  await type('Your household’s monthly income', 'I7')
  await type('Your household’s monthly costs', 'O3')
  await press('Check')
  await until(() => expect(text()).toContain('Tideway Finance would probably lend you the money'))
  const { body } = sent.find(({ call }) => call === 'POST /api/finance/soft-check')!
  expect(Object.keys(body)).toEqual(['income', 'outgoings', 'finance'])
  expect(JSON.stringify(localStorage)).not.toContain('I7')
})

test('a follow-up question appears with the answer that requires it', async () => {
  await open('')
  expect(field('Previous address')).toBeUndefined()
  await type('Years at this address', '1')
  expect(field('Previous address')).toBeDefined()
  await type('Right to live in New Zealand', 'VISA')
  expect(field('Visa expiry date')).toBeDefined()
})

test('every field says what may be filled in, and which keyboard it takes', async () => {
  for (const page of ['', 'assets-income', 'liabilities'] as const) {
    await open(page)
    for (const control of container.querySelectorAll(
      'input:not([type=hidden], [type=date]), textarea',
    ))
      expect(control.getAttribute('autocomplete'), control.outerHTML).not.toBeNull()
    await act(async () => root.render(null))
  }
  await open('')
  expect(field('Licence number')?.getAttribute('autocapitalize')).toBe('characters')
  expect(field('Licence version')?.getAttribute('inputmode')).toBe('numeric')
})

test('an address field takes several lines', async () => {
  await open('')
  await type('Years at this address', '1')
  expect(field('Home address')).toBeInstanceOf(HTMLTextAreaElement)
  expect(field('Home address')).toHaveProperty('maxLength', 200)
  expect(field('Previous address')).toBeInstanceOf(HTMLTextAreaElement)
})

test('a licence added elsewhere is filled in, and answers typed here stay', async () => {
  await open('', financed({ ownerDetails: anOwner() }))
  await type('Licence version', '32')
  const driverLicence = { type: 'FULL' as const, number: 'QZ987654', version: '123' }
  await act(async () => root.render(null))
  await open('', financed({ ownerDetails: anOwner({ driverLicence }) }))
  expect(field('Licence number')).toHaveProperty('value', 'QZ987654')
  expect(field('Licence version')).toHaveProperty('value', '32')
})

test('loans can be added and removed, and errors are shown at their row', async () => {
  await open('liabilities')
  await press('Add a loan')
  expect(document.activeElement).toBe(field('Lender'))
  await press('Continue')
  expect(text()).toContain('Lender is required')
  await type('Lender', 'Harbour Bank')
  expect(text()).not.toContain('Lender is required')
  await press('Remove loan 1')
  expect(field('Lender')).toBeUndefined()
  expect(document.activeElement?.textContent).toBe('Add a loan')
})

test('whether the payments fit is calculated in the browser and sent nowhere', async () => {
  await open('liabilities')
  expect(text()).toContain('Enter your income on the previous page')
  await reload()

  const { declarations: _, signature: __, ...complete } = anApplication()
  server.draft = complete
  await open('liabilities')
  // 6,200 - 1,800 - 150 - 1,500 - 1,000
  expect(text()).toContain('Left each month$1,750')
  expect(text()).not.toContain('What a partner pays')
  expect(text()).toContain('The payments fit, by these figures.')
  await type('Everything else', '1,800')
  expect(text()).toContain('Left each month$50')
  expect(JSON.stringify(sent.map(({ body }) => body))).not.toMatch(/175000|surplus/)
  expect(Object.values({ ...localStorage }).join()).not.toMatch(/180000|620000/)
})

test('a newly self-employed customer is not told that the payments fit', async () => {
  const { declarations: _, signature: __, ...answers } = aReferredApplication
  server.draft = answers
  await open('liabilities')
  expect(text()).toContain('Left each month$1,750')
  expect(text()).toContain('so someone at the lender will review your application')
  expect(text()).not.toContain('You’d have at least')
})

test('going on from a page sends its changes, and nothing without changes', async () => {
  const { declarations: _, signature: __, ...complete } = anApplication()
  server.draft = complete
  await open('assets-income')
  await press('Continue')
  await type('Other monthly income', '200')
  await press('Continue')
  await press('Continue')
  expect(
    goneOn.map((change) => change.financeApplication?.income?.otherIncomePerMonthCents),
  ).toEqual([undefined, 20_000, undefined])
  expect(goneOn.map((change) => Object.keys(change))).toEqual([[], ['financeApplication'], []])
})

test('answers that cannot be loaded are loaded again, and no empty form is shown until then', async () => {
  server.answers['GET /api/purchase-journey/journey-1/finance-application'] = new Response('')
  await open('liabilities')
  await vi.waitFor(() => expect(text()).toContain('couldn’t load your answers'))
  expect(container.querySelector('form')).toBeNull()
  server.answers = {}
  await press('Try again')
  await vi.waitFor(() => expect(container.querySelector('form')).not.toBeNull())
})

test('a company is asked nothing personal: our business team takes its application', async () => {
  const company = { ...anOwner(), customerType: 'COMPANY' as const, companyName: 'Example Limited' }
  await open('', financed({ ownerDetails: company, outletCode: 'AKL' }))
  expect(text()).toContain('Our business team takes company applications')
  expect(text()).toContain('for Example Limited')
  for (const label of [
    'Date of birth',
    'Number of dependants',
    'Right to live in New Zealand',
    'Living situation',
    'Relationship',
  ])
    expect(field(label)).toBeUndefined()
  expect(sent.map(({ call }) => call).filter((call) => call.includes('finance'))).toEqual([])
  await press('Continue')
  expect(goneOn).toEqual([{}])
})
