// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { $serviceDraft, changeDraft } from '#stores/service/service-draft.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { settle, typeInto } from '#tests/setup/screen.ts'
import {
  car,
  container,
  goOn,
  input,
  open,
  select,
  server,
  signInMia,
  text,
} from './Service.fixture.tsx'

const asked: string[] = []
let answer: () => Response
vi.mock('#stores/sign-in/captcha.ts', () => ({
  solveCaptcha: async () => ({ ok: true, value: 'solved' }),
}))
beforeEach(() => {
  asked.length = 0
  answer = () => Response.json({ car: { registration: 'TOI101', openRecalls: [AIRBAG] } })
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    if (url.includes('/ownerships')) return server.ownerships()
    if (!url.includes('/retrieveandcreate')) return new Response('', { status: 404 })
    const captcha = new Headers(headers).get('x-captcha-token')
    asked.push([new URL(url, location.href).pathname, captcha].filter(Boolean).join(' '))
    return answer()
  })
})
const typePlate = async (text: string) => {
  await typeInto(input()!, text)
  await goOn()
  await settle()
}

// Decision 69: a booking offers the repair of the car's open recalls.

const AIRBAG = {
  recallNumber: 'TVN-2024-003',
  title: 'Front passenger airbag inflator',
  description: 'The inflator may deploy with too much force.',
  remedy: 'Replace the inflator free of charge.',
  severity: 'COMPULSORY',
}
const press = async (label: string) => {
  const button = [...container.querySelectorAll('button')].find(
    ({ textContent }) => textContent === label,
  )!
  await act(async () => button.click())
}
const choose = (value: string) =>
  act(async () => {
    const list = select()!
    list.value = value
    list.dispatchEvent(new Event('change', { bubbles: true }))
  })

test('an outstanding recall of the chosen car shows, and one press adds its repair', async () => {
  const recalled = { car: { ...car('TOI101').car, openRecalls: [AIRBAG] } }
  server.ownerships = () =>
    Response.json({ customer: aCustomer(), ownershipBasicInfos: [recalled, car('XYZ9')] })
  signInMia()
  await open()
  await choose('XYZ9')
  expect(text()).not.toContain('outstanding recall')
  await choose('TOI101')
  expect(text()).toContain('Urgent: this car has an outstanding recall')
  await goOn()

  expect(text()).toContain('Front passenger airbag inflator (compulsory)')
  await press('Add the free repair')
  expect($serviceDraft.get().recallNumbers).toEqual(['TVN-2024-003'])
  expect(text()).toContain('The free recall repair is part of this booking')
  expect(document.activeElement?.textContent).toBe('Remove it')
  expect(container.querySelector('aside')?.textContent).toContain(
    'Free recall repairFront passenger airbag inflator',
  )
  await press('Remove it')
  expect($serviceDraft.get().recallNumbers).toEqual([])
  expect(document.activeElement?.textContent).toBe('Add the free repair')
})

test('a typed registration is looked up, and another car does not keep the repair', async () => {
  await open()
  await typePlate('toi 101')
  expect(asked).toEqual(['/api/car/TOI101/retrieveandcreate'])
  await press('Add the free repair')
  expect($serviceDraft.get().recallNumbers).toEqual(['TVN-2024-003'])

  await act(async () => changeDraft({ registration: 'XYZ9', openRecalls: [] }))
  expect(text()).not.toContain('recall')
})

test('a VIN is looked up in the place of a registration', async () => {
  await open()
  await typePlate('7avcv1p22m0001011')
  expect(asked).toEqual(['/api/car/7AVCV1P22M0001011/retrieveandcreate'])
  expect(text()).toContain('Urgent: this car has an outstanding recall')
})

test('a look-up that wants a captcha has it solved in place', async () => {
  const found = answer
  answer = () => {
    if (asked.at(-1)!.endsWith(' solved')) return found()
    return Response.json({ code: 'InvalidToken', messages: [], message: 'x' }, { status: 400 })
  }
  await open()
  await typePlate('TOI101')
  expect(asked).toEqual([
    '/api/car/TOI101/retrieveandcreate',
    '/api/car/TOI101/retrieveandcreate solved',
  ])
  expect(text()).toContain('Urgent: this car has an outstanding recall')
})

test('a look-up that fails says so, and is made again on request', async () => {
  const found = answer
  answer = () => new Response('', { status: 503 })
  await open()
  await typePlate('TOI101')
  expect(text()).toContain('We couldn’t check this car for recalls')
  answer = found
  await press('Try again')
  await settle()
  expect(text()).not.toContain('We couldn’t check')
  expect(text()).toContain('Urgent: this car has an outstanding recall')
})

test('a car that is not known is asked about once', async () => {
  answer = () => new Response('', { status: 404 })
  await open()
  await typePlate('ZZZ999')
  expect($serviceDraft.get().openRecalls).toEqual([])
  expect(text()).not.toContain('recall')
})
