// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { $serviceDraft, changeDraft } from '#stores/service/service-draft.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { settle } from '#tests/setup/screen.ts'
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

test('an open recall of the chosen car shows, and one press adds its repair', async () => {
  const recalled = { car: { ...car('TOI101').car, openRecalls: [AIRBAG] } }
  server.ownerships = () =>
    Response.json({ customer: aCustomer(), ownershipBasicInfos: [recalled, car('XYZ9')] })
  signInMia()
  await open()
  await choose('XYZ9')
  expect(text()).not.toContain('open recall')
  await choose('TOI101')
  expect(text()).toContain('Urgent: this car has an open recall')
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
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('/retrieveandcreate')) return new Response('', { status: 404 })
    asked.push(new URL(url, location.href).pathname)
    return Response.json({ car: { registration: 'TOI101', openRecalls: [AIRBAG] } })
  })
  await open()
  const field = input()!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
      field,
      'toi 101',
    )
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await goOn()
  await settle()
  expect(asked).toEqual(['/api/car/TOI101/retrieveandcreate'])
  await press('Add the free repair')
  expect($serviceDraft.get().recallNumbers).toEqual(['TVN-2024-003'])

  await act(async () => changeDraft({ registration: 'XYZ9', openRecalls: [] }))
  expect(text()).not.toContain('recall')
})
