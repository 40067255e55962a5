// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, test } from 'vitest'
import { showJourney } from '#stores/journey/journey-updates.ts'
import { changeSlice } from '#stores/journey/purchase-store.ts'
import { aJourney, aQuote } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import {
  asked,
  callsOf,
  close,
  container,
  field,
  heading,
  open,
  press,
  problem,
  server,
  shows,
  signInMia,
  type,
} from '../../Journey.fixture.tsx'

describe('contact details', () => {
  const openContact = async () => {
    await open('#/new-quote/owner-details', { kdcd: 'TN27H-B', quoteId: 'quote-1' })
    await shows('Contact details')
  }

  test('missing details are shown at their fields, and the first one is focused', async () => {
    await openContact()
    await press('Continue')
    await until(() => expect(document.activeElement).toBe(field('First name')))
    expect(container.textContent).toContain('First name is required')
    expect(container.textContent).toContain('Please enter a valid email address')
    expect(asked.some(({ call }) => call.startsWith('POST'))).toBe(false)
  })

  test('typed details survive a reload', async () => {
    await openContact()
    await type('First name', 'Tāne')
    await close()
    showJourney(null)

    await openContact()

    expect(field('First name').value).toBe('Tāne')
  })
})

test('a purchase that another tab has dropped is saved by “Try again”', async () => {
  server['POST /quote/quote-1/copy'] = () => aQuote()
  server['POST /customer/7/purchase-journeys'] = () => aJourney()
  await open('#/new-quote/owner-details', { kdcd: 'TN27H-B', quoteId: 'quote-1' })
  await shows('Contact details')
  changeSlice(() => ({ newPurchase: null }))
  await act(async () => signInMia())
  await shows('Your purchase isn’t saved yet')
  await press('Try again')
  await until(() => expect(location.hash).toMatch('#/journey-1/'))
})

describe('the confirmation of the details', () => {
  test('§5 without an address it asks for one from the list, and focuses the field', async () => {
    signInMia()
    await open('#/journey-1/owner-details/confirmation')
    await shows('Confirm your details')

    await press('Continue')

    await until(() =>
      expect(container.textContent).toContain(
        'Please pick an address from the list. If no addresses match, try using the ‘enter it manually’ option.',
      ),
    )
    expect(field('Address').getAttribute('aria-invalid')).toBe('true')
    expect(callsOf('PATCH /purchase-journey/journey-1')).toHaveLength(0)
  })

  test('the server’s refusal is shown at its field, and typed details stay', async () => {
    signInMia()
    server['PATCH /purchase-journey/journey-1'] = () =>
      problem(400, {
        code: 'Validation',
        messages: [
          {
            type: 'ERROR',
            property: 'ownerDetails.mobilePhone',
            message: 'Enter a phone number. If it’s overseas, start with + and the country code',
          },
        ],
      })
    await open('#/journey-1/owner-details/confirmation')
    await shows('Confirm your details')
    await press('Enter it manually')
    await type('Street address', '1 Quay Street')
    await type('Town or city', 'Auckland')
    await type('Postcode', '1010')

    await press('Continue')

    await until(() => expect(container.textContent).toContain('Enter a phone number.'))
    expect(heading()).toBe('Confirm your details')
    expect(field('Street address').value).toBe('1 Quay Street')
  })

  const fillIn = async (town: string, postcode: string) => {
    signInMia()
    await open('#/journey-1/owner-details/confirmation')
    await shows('Confirm your details')
    await press('Enter it manually')
    await type('Street address', '1 Quay Street')
    await type('Town or city', town)
    await type('Postcode', postcode)
  }
  const outlet = (code: string) =>
    container.querySelector<HTMLInputElement>(`input[type=radio][value=${code}]`)
  const sentDetails = () => callsOf('PATCH /purchase-journey/journey-1')[0]?.body

  test('the nearest outlets are proposed, and one press opens a list or a map of all', async () => {
    await fillIn('Hamilton', '3204')
    await until(() => expect(outlet('HAM')?.checked).toBe(true))
    expect(outlet('HAM')?.closest('label')?.textContent).toContain('under 5 km')
    expect(outlet('DUD')).toBeNull()

    await press('Show a map')
    await until(() => expect(container.querySelector('.nz-map')).not.toBeNull())
    const dunedin = [...container.querySelectorAll('.nz-map__spot')].find(
      ({ textContent }) => textContent === 'Dunedin',
    )!
    await act(async () => dunedin.dispatchEvent(new MouseEvent('click', { bubbles: true })))
    expect(outlet('DUD')?.checked).toBe(true)

    await press('Show all 5 dealers')
    await act(async () => outlet('WHG')!.click())
    await press('Continue')

    await until(() => expect(sentDetails()).toMatchObject({ outletCode: 'WHG' }))
  })

  test('a chosen outlet survives a reload at any distance from the address', async () => {
    await fillIn('Hamilton', '3204')
    await until(() => expect(outlet('HAM')?.checked).toBe(true))
    await press('Show all 5 dealers')
    await act(async () => outlet('DUD')!.click())
    await close()
    showJourney(null)

    await open('#/journey-1/owner-details/confirmation')
    await shows('Confirm your details')

    await until(() => expect(outlet('DUD')?.checked).toBe(true))
    expect(field('Town or city').value).toBe('Hamilton')
  })

  test('a driver licence is sent with the details, and never stored in the browser', async () => {
    await fillIn('Hamilton', '3204')
    await type('Licence number', 'QZ98765')
    await press('Continue')
    await until(() =>
      expect(container.textContent).toContain('Licence number must be two letters and six digits'),
    )
    expect(document.activeElement).toBe(field('Licence type'))
    expect(sentDetails()).toBeUndefined()

    await act(async () => {
      const types = field('Licence type') as unknown as HTMLSelectElement
      types.value = 'FULL'
      types.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await type('Licence number', 'qz987654')
    await type('Licence version', '321')
    await press('Continue')

    const driverLicence = { type: 'FULL', number: 'QZ987654', version: '321' }
    await until(() => expect(sentDetails()).toMatchObject({ ownerDetails: { driverLicence } }))
    expect(JSON.stringify({ ...localStorage }).toUpperCase()).not.toContain('QZ98765')
  })
})
