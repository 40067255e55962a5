// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { forgetMyCar, keepMyCar } from '#stores/site/my-car.ts'
import { aMyCar } from '#tests/builders/my-car.ts'
import { typeInto, until } from '#tests/setup/screen.ts'
import {
  server,
  container,
  open,
  text,
  notices,
  choose,
  press,
  settle,
} from './Builder.fixture.tsx'

afterEach(() => act(async () => forgetMyCar()))

describe('a loan', () => {
  const deposit = () => container.querySelector<HTMLInputElement>('.input-money input')!
  const type = async (value: string) => {
    await act(async () => deposit().focus())
    await typeInto(deposit(), value)
    await act(async () => deposit().blur())
  }

  test('shows its payment with all its figures', async () => {
    await open('?kdcd=TN27H-A&pay=LOANCLASIC&deposit=800000&term=48&every=Monthly')
    const figures = text('.card')
    for (const figure of [
      '$924.53 a month',
      '$44,440',
      '$8,000',
      '$36,845.35',
      '48 months',
      '48, monthly',
      '$924.14',
      '8.95%',
      '$405.35',
      '$8.50',
      '$44,377.05',
      '$52,377.05',
    ])
      expect(figures).toContain(figure)
    expect(figures).toContain('Estimated payment')
    expect(figures).toContain('subject to the lender’s checks')
  })

  test('is shown with the car that the visitor drives now', async () => {
    await act(async () => keepMyCar(aMyCar()))
    await open('?kdcd=TN27H-A&pay=LOANCLASIC&term=48&every=Weekly')
    await until(() =>
      expect(container.textContent).toContain('With your 2021 Tarvane Cove: from $'),
    )
    expect(container.textContent).toContain('Deposit: $14,850')
  })

  test.each([
    '?kdcd=TN27H-A&pay=FINANCE',
    '?kdcd=TN27H-A&pay=LOANCLASIC',
    '?kdcd=TN27H-A&pay=FINANCE&term=48',
  ])(
    'counts the visitor’s car before a loan, a term or a deposit is chosen: %s',
    async (address) => {
      await act(async () => keepMyCar(aMyCar()))
      await open(address)
      await until(() => expect(container.textContent).toContain('Deposit: $14,850'))
    },
  )

  test('takes a deposit as it is typed', async () => {
    await open('?kdcd=TN27H-A&pay=LOANCLASIC')
    await type('$10,000')
    await settle()
    expect(location.search).toContain('deposit=1000000')
    expect(deposit().value).toBe('10,000')
  })

  test('keeps a deposit that is too small, says why, and does not start the purchase', async () => {
    await open('?kdcd=TN27H-A&pay=LOANCLASIC&deposit=800000')
    await type('100')
    expect(deposit().value).toBe('100')
    expect(text('.field__error')).toBe('Deposit must be at least $4,444')
    await press('Start purchase')
    await settle()
    expect(server.asked).not.toContain('POST /quote')
    expect(document.activeElement).toBe(deposit())
  })

  test('uses the least deposit of each car, until one is typed', async () => {
    await open('?kdcd=TN27H-A&pay=LOANCLASIC')
    expect(deposit().value).toBe('4,444')
    await choose('Accessories', 'Tow bar and wiring')
    expect(deposit().value).toBe('4,593.50')
    expect(notices()).toBe('')
  })

  test('keeps its terms after another way to pay was tried', async () => {
    await open('?kdcd=TN27H-A&pay=LOANCLASIC&deposit=800000&term=48&every=Monthly')
    await choose('Pay option', 'Lease')
    await settle()
    expect(location.search).toContain('pay=LEASE&deposit=0')
    await choose('Pay option', 'Classic loan')
    await settle()
    expect(location.search).toContain('pay=LOANCLASIC&deposit=800000&term=48&every=Monthly')
  })
})
