// @vitest-environment happy-dom
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { comparison } from '#content/views/compare-view.ts'
import { forgetMyCar, keepMyCar } from '#stores/site/my-car.ts'
import { aMyCar } from '#tests/builders/my-car.ts'
import { until } from '#tests/setup/screen.ts'
import { Compare } from './Compare.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const props = { ...comparison(catalogue), atFirst: ['CV27P', 'TN27P', 'ES27H'] }
let container: HTMLElement
let root: Root

afterEach(() => act(async () => root.unmount()))

async function open(search: string) {
  history.replaceState(null, '', `/compare/${search}`)
  container = document.createElement('div')
  container.innerHTML = renderToString(<Compare {...props} />)
  document.body.replaceChildren(container)
  const onRecoverableError = vi.fn()
  await act(async () => {
    root = hydrateRoot(container, <Compare {...props} />, { onRecoverableError })
  })
  expect(onRecoverableError).not.toHaveBeenCalled()
}
const heads = () => [...container.querySelectorAll('thead th')].map((th) => th.textContent)
const choose = (place: number, code: string) =>
  act(async () => {
    const select = container.querySelectorAll('select')[place]!
    select.value = code
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })

test('the address selects the cars', async () => {
  await open('?car=TN27H&car=headland')
  expect(heads()).toEqual(['Tarn 1.5 Hybrid Plus', 'Headland 2.2D Plus 4x4'])
  await choose(2, 'CU27S')
  expect(heads()).toEqual([
    'Tarn 1.5 Hybrid Plus',
    'Headland 2.2D Plus 4x4',
    'Current Standard Range',
  ])
  expect(location.search).toBe('?car=TN27H&car=HD27D&car=CU27S')
})

test('choosing a car twice swaps columns, and a car can be removed', async () => {
  await open('?car=TN27H&car=CU27S')
  await choose(0, 'CU27S')
  expect(location.search).toBe('?car=CU27S&car=TN27H')
  await choose(1, 'none')
  expect(heads()).toEqual(['Current Standard Range'])
})

test('equal rows can be hidden', async () => {
  await open('?car=TN27H&car=TN27X')
  expect(container.textContent).toContain('Seats')
  await act(async () => container.querySelector<HTMLInputElement>('[type=checkbox]')!.click())
  expect(container.textContent).not.toContain('Seats')
  expect(container.textContent).toContain('Drive-away from')
})

test('a single car invites a second', async () => {
  await open('?car=TN27H')
  expect(container.textContent).toContain(
    'What would you like to compare with the Tarn 1.5 Hybrid Plus?',
  )
  await act(async () => container.querySelector('button')!.click())
  expect(document.activeElement).toBe(container.querySelectorAll('select')[1])
  await choose(1, 'CU27S')
  expect(container.querySelector('button')).toBeNull()
})

test('with the car that the visitor drives now, the cars are set against it', async () => {
  keepMyCar(aMyCar({ economy: null }))
  await open('?car=TN27H&car=CU27S')
  await until(() => expect(container.textContent).toContain('Compared with your 2021 Tarvane Cove'))
  const text = container.textContent!
  expect(text).toContain('Power (yours: 74 kW)')
  expect(text).toMatch(/\d+ kW, \d+ kW more/)
  expect(text).toContain('Boot (yours: not in the register)')
  expect(text).toContain('Yearly running costs (yours: not known')
  await act(async () => forgetMyCar())
  expect(container.textContent).not.toContain('Compared with your')
})
