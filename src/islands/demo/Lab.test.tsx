// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { EXPERIMENTS } from '#lib/demo/lab.ts'
import { EXPERIMENT_GROUPS } from './experiments.ts'
import { Lab } from './Lab.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let root: Root | undefined
afterEach(() => act(async () => root?.unmount()))

async function open(answer: () => Response): Promise<HTMLElement> {
  vi.stubGlobal('fetch', async () => answer())
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
  await act(async () => root!.render(<Lab />))
  return container
}
const press = (container: HTMLElement, name: string) =>
  act(async () => {
    ;[...container.querySelectorAll('button')]
      .find(({ textContent }) => textContent === name)!
      .click()
  })

test('every experiment has one button', () => {
  const shown = EXPERIMENT_GROUPS.flatMap(({ experiments }) => experiments.map(({ name }) => name))
  expect(shown).toEqual(EXPERIMENTS)
})

test('the observed outcome is shown beside the pressed button', async () => {
  const container = await open(() =>
    Response.json({ observed: 'One payment page has closed.', now: '2026-11-23T01:00:00.000Z' }),
  )
  await press(container, 'Close the payment page')
  const said = container.querySelectorAll('[role=status] p')
  expect([...said].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/[ap]m: One payment page has closed\.$/),
  ])
  expect(said[0]!.closest('li')!.textContent).toContain('Close the payment page')
})

test('an experiment that cannot run yet says what to do first', async () => {
  const message = 'No service time is held. Choose one under Book a service first.'
  const container = await open(() => Response.json({ message, messages: [] }, { status: 409 }))
  await press(container, 'Take the chosen time')
  expect(container.querySelector('[role=status] p')!.textContent).toContain(message)
})
