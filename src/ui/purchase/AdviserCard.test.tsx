// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { AdviserCard, initialsOf, type AdviserFacts } from './AdviserCard.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
// A Friday at 3 pm in New Zealand.
vi.useFakeTimers({ now: Date.parse('2026-11-27T02:00:00.000Z') })

const weekdays = '08:00-17:30'
const place: AdviserFacts = {
  name: 'Ponsonby Ridge Tarvane',
  phone: '+64 9 555 0111',
  region: 'Auckland',
  hours: {
    mon: weekdays,
    tue: weekdays,
    wed: weekdays,
    thu: weekdays,
    fri: weekdays,
    sat: null,
    sun: null,
  },
  adviser: { name: 'Ana Rewi' },
}

async function textOf(facts: Partial<AdviserFacts>, answerBy?: string) {
  const container = document.createElement('div')
  const root = createRoot(container)
  await act(async () =>
    root.render(<AdviserCard place={{ ...place, ...facts }} answerBy={answerBy} />),
  )
  return { text: container.textContent, href: container.querySelector('a')!.href }
}

test('a person, a phone and the end of the next working day', async () => {
  const { text, href } = await textOf({})
  expect(text).toContain('AR')
  expect(text).toContain('Your adviser at Ponsonby Ridge Tarvane')
  expect(text).toContain('an answer by Mon\u00a030\u00a0November, 5:30\u00a0pm')
  expect(href).toBe('tel:+6495550111')
})

test('the adviser’s own phone, and a promise that is already made', async () => {
  const adviser = { name: 'Ana Rewi', phone: '+64 21 555 0199' }
  const { text, href } = await textOf({ adviser }, '2026-12-01T04:30:00.000Z')
  expect(href).toBe('tel:+64215550199')
  expect(text).toContain('You’ll hear from us by Tue\u00a01\u00a0December, 5:30\u00a0pm')
})

test('the place itself where it names nobody, with no promise where it is never open', async () => {
  const closed = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null }
  const { text } = await textOf({ adviser: undefined, hours: closed })
  expect(text).toContain('PTPonsonby Ridge Tarvane')
  expect(text).not.toContain('Your adviser at')
  expect(text).not.toContain('answer by')
})

test.each([
  ['Ana Rewi', 'AR'],
  ['Ōtaki Fencing Limited', 'ŌL'],
  ['Jess', 'J'],
])('%s has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
