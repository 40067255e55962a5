// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test } from 'vitest'
import { choose, container, group, named, open, text } from './Builder.fixture.tsx'

const fold = () => container.querySelector<HTMLDetailsElement>('.builder__fold')!
const heading = () => text('.builder__fold h2')

test('an address without a car opens the models, one with a car folds them', async () => {
  await open()
  expect([fold().open, fold().hasAttribute('data-has-car')]).toEqual([true, false])
  expect(heading()).not.toBe('Change model')
})

test('a model of the address folds the models away', async () => {
  await open('?model=tarn')
  expect([fold().open, fold().hasAttribute('data-has-car')]).toEqual([false, true])
  expect(heading()).toBe('Change model')
})

test('a press on a model folds them, arrow keys do not', async () => {
  await open()
  const [, second] = group('Model').querySelectorAll('input')
  await act(async () => second!.dispatchEvent(new MouseEvent('click', { bubbles: true })))
  expect(fold().open).toBe(true)
  await act(async () =>
    second!.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })),
  )
  expect([fold().open, fold().hasAttribute('data-has-car')]).toEqual([false, true])
  expect(document.activeElement).toBe(fold().querySelector('summary'))
})

test('three accessories are shown, and the summary of the rest says how many are chosen', async () => {
  await open('?model=tarn')
  const rest = group('Accessories').querySelector('details')!
  const shown = [...group('Accessories').querySelectorAll('input')].filter(
    (input) => !rest.contains(input),
  )
  expect(shown).toHaveLength(3)
  const others = [...rest.querySelectorAll('input')].map(named)
  expect(rest.querySelector('summary')?.textContent).toBe(`${others.length} more accessories`)
  await choose('Accessories', others[0]!)
  expect(rest.querySelector('summary')?.textContent).toContain(', 1 chosen')
})
