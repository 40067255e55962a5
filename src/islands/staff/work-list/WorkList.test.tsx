// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test } from 'vitest'
import { typeInto } from '#tests/setup/screen.ts'
import { sam, container, asked, signInSam, open, buttonNamed, press } from '../Staff.fixture.tsx'

test('each role sees its own kinds of work', async () => {
  sam.roles = ['sales']
  signInSam()
  history.replaceState(null, '', '/staff/#/work')
  await open()
  const kinds = [...container.querySelectorAll('.staff-kinds a')].map(({ textContent }) =>
    textContent?.replace(/[\d+ ]+$/, ''),
  )
  expect(kinds).toEqual([
    'Everything',
    'Appraisals',
    'Finance referrals',
    'Finance documents',
    'Finance declined or expired',
    'Confirmed and unpaid',
    'Agreements to issue',
    'Agreements awaiting acceptance',
    'Cars to hand over',
    'Price drops on signed finance',
  ])
})

test('the work list counts each kind of waiting work, and the arrow keys go through it', async () => {
  signInSam()
  history.replaceState(null, '', '/staff/#/work')
  await open()
  expect(container.querySelector('h1')?.textContent).toBe('Work list')
  const kinds = [...container.querySelectorAll('.staff-kinds a')].map((link) => link.textContent)
  expect(kinds).toContain('Everything 102+')
  expect(kinds).toContain('Confirmed and unpaid 99+')
  expect(kinds).toContain('Agreements to issue 2')
  const rows = [...container.querySelectorAll('tbody tr')].map((row) => row.textContent)
  expect(rows[0]).toMatch(/Mia Harris.*Awaiting deposit.*Tarn Hybrid.*\$1,000/)
  expect(rows[1]).toContain('Issue the sale agreement')
  expect(container.querySelector('[role="status"]')?.textContent).toBe('2 items')
  expect(container.querySelector('tbody')?.closest('[aria-live]')).toBeNull()

  const first = container.querySelector<HTMLElement>('.staff-kinds [aria-current]')!
  first.focus()
  await press('ArrowDown')
  await press('ArrowDown')
  expect(document.activeElement?.getAttribute('href')).toContain('j2')
  await press('Escape')
  expect(document.activeElement).toBe(first)
})

test('the kind of work is in the address, and an empty kind says so', async () => {
  signInSam()
  history.replaceState(null, '', '/staff/#/work?kind=appraisals')
  await open()
  expect(asked.some((url) => url.endsWith('/staff/work?limit=25&kind=appraisals'))).toBe(true)
  expect(container.querySelector('.empty')?.textContent).toContain('Nothing to do here.')
})

// decision 71
test('a deposit under review shows as being checked, and an overdue review says so', async () => {
  signInSam()
  history.replaceState(null, '', '/staff/#/work?kind=unpaid')
  await open()
  const row = container.querySelector('tbody tr')!
  expect(row.textContent).toContain('Deposit being checked')
  expect(row.textContent).not.toContain('Awaiting deposit')
  expect(row.querySelector('.badge')?.textContent).toBe('Overdue')
  expect(row.textContent).toContain('Answer promised by Wed\u00a025\u00a0November, 6:00\u00a0pm')
})

test.each(['#/work', '#/search'])('a reference on %s opens its purchase', async (hash) => {
  signInSam()
  history.replaceState(null, '', `/staff/${hash}`)
  await open()
  const find = async (reference: string) => {
    await typeInto(container.querySelector<HTMLInputElement>('.staff-find input')!, reference)
    await act(async () => buttonNamed('Find the purchase')?.click())
  }
  await find('?')
  expect(container.textContent).toContain('Please enter the reference')
  await find('NOBODY')
  expect(container.textContent).toContain('No purchase has this reference')
  await find(' TV-7K3Q-XJ ')
  expect(location.hash).toBe('#/purchase/j9')
})

test('a line of the work list shows the reference of its purchase', async () => {
  signInSam()
  history.replaceState(null, '', '/staff/#/work')
  await open()
  expect(container.querySelector('tbody th')?.textContent).toContain('TV-0000-j1')
})
