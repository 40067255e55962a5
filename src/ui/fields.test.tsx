// @vitest-environment happy-dom
import { act, useState, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'
import { CodeField } from './CodeField.tsx'
import { MoneyField } from './MoneyField.tsx'
import { NumberField } from './NumberField.tsx'
import { TextField } from './TextField.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let container: HTMLElement
let root: Root
beforeEach(() => {
  container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
})

const show = (node: ReactNode) => act(async () => root.render(node))
const input = () => container.querySelector('input')!
const error = () => container.querySelector('.field__error')?.textContent
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input(), text)
    input().dispatchEvent(new Event('input', { bubbles: true }))
  })
const leave = () =>
  act(async () => {
    input().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })

function Text(props: { optional?: boolean; required?: boolean; hint?: string }) {
  const [value, setValue] = useState('')
  return (
    <TextField
      {...props}
      label="Nickname"
      value={value}
      onChange={setValue}
      pattern={(text) => text.length > 2}
      patternMessage="Too short"
    />
  )
}

// Specification §5: the shared text input
test('a pattern is checked when the field is left, and the field is marked until it changes', async () => {
  await show(<Text />)
  await type('ab')
  expect(error()).toBe('')
  await leave()
  expect(error()).toBe('Too short')
  expect(input().getAttribute('aria-invalid')).toBe('true')
  await type('abc')
  expect(error()).toBe('')
})

test('an empty field is not marked by its pattern', async () => {
  await show(<Text />)
  await leave()
  expect(error()).toBe('')
})

test('an optional field says so, a required one has a star that is not read out', async () => {
  await show(<Text optional />)
  expect(container.querySelector('label')?.textContent).toBe('Nickname (optional)')
  await show(<Text required />)
  expect(container.querySelector('label')?.textContent).toBe('Nickname *')
  expect(container.querySelector('.field__mark')?.getAttribute('aria-hidden')).toBe('true')
  expect(input().getAttribute('aria-required')).toBe('true')
})

test('hint and error are read with the control', async () => {
  await show(<Text hint="What friends say" />)
  await type('a')
  await leave()
  const described = input()
    .getAttribute('aria-describedby')!
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(described).toEqual(['What friends say', 'Too short'])
})

// Specification §5: numeric fields strip $ and commas and reformat on blur
test('an amount is read without its signs and reads well when left', async () => {
  const seen: (number | null)[] = []
  function Money() {
    const [cents, setCents] = useState<number | null>(null)
    return (
      <MoneyField
        label="Deposit"
        valueCents={cents}
        onChange={(value) => {
          seen.push(value)
          setCents(value)
        }}
      />
    )
  }
  await show(<Money />)
  await type('$5,000.5')
  expect(seen.at(-1)).toBe(500_050)
  expect(input().value).toBe('$5,000.5')
  await leave()
  expect(input().value).toBe('5,000.50')
})

test('what is no amount stays, and is said to be none', async () => {
  function Money() {
    const [cents, setCents] = useState<number | null>(100)
    return <MoneyField label="Deposit" valueCents={cents} onChange={setCents} />
  }
  await show(<Money />)
  expect(input().value).toBe('1')
  await type('lots')
  await leave()
  expect(input().value).toBe('lots')
  expect(error()).toBe('Please enter an amount in dollars')
})

test('a whole number takes commas and gives them back', async () => {
  function Distance() {
    const [km, setKm] = useState<number | null>(84_000)
    return <NumberField label="Odometer" value={km} onChange={setKm} />
  }
  await show(<Distance />)
  expect(input().value).toBe('84,000')
  await type('91,250')
  await leave()
  expect(input().value).toBe('91,250')
})

test('a code is taken from whatever is pasted', async () => {
  const onChange = vi.fn()
  await show(<CodeField value="" onChange={onChange} />)
  await type('Your code: 123 456.')
  expect(onChange).toHaveBeenLastCalledWith('123456')
})

test('a busy button keeps the focus and does nothing', async () => {
  const onClick = vi.fn()
  await show(
    <Button isBusy onClick={onClick}>
      Save
    </Button>,
  )
  const button = container.querySelector('button')!
  button.focus()
  await act(async () => button.click())
  expect(onClick).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
})
