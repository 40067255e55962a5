// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test } from 'vitest'
import { $customer, $isActing } from '#stores/session/session.ts'
import { container, asked, signInSam, open, buttonNamed, type, press } from '../Staff.fixture.tsx'

const find = async (text: string) => {
  await type(text)
  await act(async () => buttonNamed('Search')?.click())
  await act(async () => void window.dispatchEvent(new Event('hashchange')))
}

test('staff find a customer and act for them', async () => {
  signInSam()
  await open()
  expect(container.querySelector('h1')?.textContent).toBe('Customer Search')
  expect(location.hash).toBe('#/search')

  await find('harris')
  expect(asked.at(-1)).toMatch(/\/customers\/search\?search=harris&where=name$/)
  expect(location.hash).toBe('#/search?where=name&search=harris')
  expect(container.textContent).toContain('021 555 0101')
  expect(container.querySelector('mark')?.textContent).toBe('Harris')
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0)
  expect(container.querySelector('[role="status"]')?.textContent).toBe('1 customer')

  await act(async () => buttonNamed('Select')?.click())
  await act(async () => void window.dispatchEvent(new Event('hashchange')))
  expect($customer.get()?.id).toBe(7)
  expect($isActing.get()).toBe(true)
  expect(container.querySelector('h1')?.textContent).toBe('Mia Harris')
  expect(container.textContent).toContain('TOI101')
  expect(container.textContent).toContain('$44,440')
  expect(container.querySelector('.staff-acting')?.textContent).toBe('Open the account')
})

test('the arrow keys go from the field through the customers and back', async () => {
  signInSam()
  await open()
  await find('mi')
  const field = container.querySelector('input')!
  field.focus()
  await press('ArrowDown')
  expect(document.activeElement?.textContent).toBe('Select')
  await press('ArrowUp')
  expect(document.activeElement).toBe(field)
  await press('ArrowDown')
  await press('Escape')
  expect(document.activeElement).toBe(field)
})

test('the / key focuses the search field unless it is turned off', async () => {
  signInSam()
  await open()
  const field = container.querySelector('input')!
  field.blur()
  await press('/')
  expect(document.activeElement).toBe(field)
  await act(async () => buttonNamed('Turn off the / shortcut')?.click())
  field.blur()
  await press('/')
  expect(document.activeElement).not.toBe(field)
  await act(async () => buttonNamed('Turn on the / shortcut')?.click())
})

test('an empty search asks for a search term', async () => {
  signInSam()
  await open()
  await act(async () => buttonNamed('Search')?.click())
  expect(container.textContent).toContain('Please enter something to search for')
  expect(asked.filter((url) => url.includes('search'))).toEqual([])
})
