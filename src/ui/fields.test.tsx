// @vitest-environment happy-dom
import { act, useState, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'
import { Checkbox } from './fields/Checkbox.tsx'
import { CodeField } from './fields/CodeField.tsx'
import { DateField } from './fields/DateField.tsx'
import { MoneyField } from './fields/MoneyField.tsx'
import { NumberField } from './fields/NumberField.tsx'
import { PhoneField } from './fields/PhoneField.tsx'
import { RadioCards } from './fields/RadioCards.tsx'
import { SelectField } from './fields/SelectField.tsx'
import { TextField } from './fields/TextField.tsx'
import { typeInto } from '#tests/setup/screen.ts'

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
const type = (text: string) => typeInto(input(), text)
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

test('§5 a pattern is checked when the field is left, and the field is marked until it changes', async () => {
  await show(<Text />)
  await type('ab')
  expect(error()).toBe('')
  await leave()
  expect(error()).toBe('Too short')
  expect(input().getAttribute('aria-invalid')).toBe('true')
  await type('abc')
  expect(error()).toBe('')
})

test('§5 an empty field is not marked by its pattern', async () => {
  await show(<Text />)
  await leave()
  expect(error()).toBe('')
})

test('§5 an optional field says so, a required one has a star that is not read out', async () => {
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

test('§5 an amount is read without $ and commas, and reads well when left', async () => {
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

test('text that is not an amount stays, with an error', async () => {
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

test('§5 a whole number may be typed with commas, and shows them when left', async () => {
  function Distance() {
    const [km, setKm] = useState<number | null>(84_000)
    return <NumberField label="Odometer" value={km} onChange={setKm} />
  }
  await show(<Distance />)
  expect(input().value).toBe('84,000')
  for (const typed of ['91,250', '$91250', '91 250']) {
    await type(typed)
    await leave()
    expect(input().value).toBe('91,250')
  }
})

test('§5 a code of six digits is taken from any pasted text', async () => {
  const onChange = vi.fn()
  await show(<CodeField value="" onChange={onChange} />)
  await type('Your code: 123 456.')
  expect(onChange).toHaveBeenLastCalledWith('123456')
  expect(input().autocomplete).toBe('one-time-code')
  expect(input().inputMode).toBe('numeric')
  // A longer paste is not cut off before its digits are taken.
  expect(input().maxLength).toBe(-1)
})

test('a phone number is formatted when the field is left, and text that is not one is refused', async () => {
  function Phone() {
    const [phone, setPhone] = useState('')
    return <PhoneField label="Mobile phone" value={phone} onChange={setPhone} />
  }
  await show(<Phone />)
  expect([input().type, input().autocomplete]).toEqual(['tel', 'tel'])
  await type('0215550101')
  await leave()
  expect([input().value, error()]).toEqual(['021 555 0101', ''])
  await type('021')
  await leave()
  expect(input().value).toBe('021')
  expect(error()).toMatch(/^Enter a phone number/)
})

test('a formatted phone number is not reported as a change', async () => {
  const onChange = vi.fn()
  await show(<PhoneField label="Mobile phone" value="021 555 0101" onChange={onChange} />)
  await leave()
  expect(onChange).not.toHaveBeenCalled()
})

test('a day is typed in New Zealand order or picked, and unreadable text stays as typed', async () => {
  const seen: string[] = []
  function Birth() {
    const [day, setDay] = useState('')
    return (
      <DateField
        label="Date of birth"
        value={day}
        error="Date of birth is required"
        onChange={(value) => {
          seen.push(value)
          setDay(value)
        }}
      />
    )
  }
  await show(<Birth />)
  await type('3 feb 1990')
  await leave()
  expect([seen.at(-1), input().value]).toEqual(['1990-02-03', '03/02/1990'])
  await type('31/2/1990')
  await leave()
  expect([seen.at(-1), input().value]).toEqual(['', '31/2/1990'])
  expect(error()).toBe('Please enter a date, for example 27/3/1985')
  await type('')
  await leave()
  expect(error()).toBe('Date of birth is required')
})

test('radio cards are a group named by its legend', async () => {
  const onChange = vi.fn()
  await show(
    <RadioCards
      legend="Who is buying"
      error="Please choose"
      choices={[
        { value: 'PERSON', title: 'A person' },
        { value: 'COMPANY', title: 'A company', isDisabled: true },
      ]}
      value=""
      onChange={onChange}
    />,
  )
  const group = container.querySelector('fieldset')!
  expect(group.querySelector('legend')?.textContent).toBe('Who is buying')
  expect(document.getElementById(group.getAttribute('aria-describedby')!)?.textContent).toBe(
    'Please choose',
  )
  const [person, company] = container.querySelectorAll('input')
  expect(company!.disabled).toBe(true)
  await act(async () => person!.click())
  expect(onChange).toHaveBeenCalledWith('PERSON')
})

test('a select begins with a placeholder that cannot be chosen', async () => {
  const onChange = vi.fn()
  await show(
    <SelectField
      label="Outlet"
      placeholder="Choose an outlet"
      value=""
      options={[{ value: 'AKL', label: 'Auckland' }]}
      onChange={onChange}
      required
    />,
  )
  const select = container.querySelector('select')!
  expect(select.options[0]?.disabled).toBe(true)
  expect(container.querySelector('label')?.textContent).toBe('Outlet *')
  await act(async () => {
    select.value = 'AKL'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(onChange).toHaveBeenCalledWith('AKL')
})

test('a checkbox is named by its label and shows its error', async () => {
  const onChange = vi.fn()
  await show(
    <Checkbox checked={false} onChange={onChange} error="Please accept the terms" required>
      I accept the terms and conditions
    </Checkbox>,
  )
  expect(input().closest('label')?.textContent).toBe('I accept the terms and conditions')
  expect(document.getElementById(input().getAttribute('aria-describedby')!)?.textContent).toBe(
    'Please accept the terms',
  )
  await act(async () => input().click())
  expect(onChange).toHaveBeenCalledWith(true)
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
