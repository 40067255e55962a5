// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import {
  server,
  container,
  open,
  text,
  price,
  notices,
  choose,
  press,
  settle,
  signInMia,
} from './Builder.fixture.tsx'

describe('the server’s price applies', () => {
  test('each changed line is shown and accepted before the purchase starts', async () => {
    const assign = vi.spyOn(location, 'assign').mockReturnValue()
    server.dearerByCents = 50_000
    await open('?model=tarn')
    await choose('Colour', 'Deepwater Blue')
    await press('Start purchase')
    await settle()
    expect(price()).toBe('$39,640')
    expect(notices()).toContain('The drive-away price is now $39,640 (was $39,140):')
    expect(text('.builder__changed .summary')).toBe('On-road costs$1,950Was $1,450')
    expect(assign).not.toHaveBeenCalled()

    await press('Accept the new price')
    expect(notices()).not.toContain('Our prices have changed')
    expect(price()).toBe('$39,640')
    await press('Start purchase')
    await settle()
    expect(assign).toHaveBeenCalledWith('/purchase/?kdcd=TN27P-A&quoteId=q1')
    assign.mockRestore()
  })

  test('a copy with the same lines needs no second acceptance', async () => {
    const assign = vi.spyOn(location, 'assign').mockReturnValue()
    server.dearerByCents = 50_000
    signInMia()
    await open('?model=tarn')
    await choose('Colour', 'Surf White')
    await settle()
    await press('Accept the new price')
    await press('Save quote')
    await settle()
    expect(container.textContent).toContain('Quote saved.')
    expect(notices()).not.toContain('Our prices have changed')
    await press('Start purchase')
    await settle()
    expect(assign).toHaveBeenCalledWith('/purchase/?kdcd=TN27P-A&quoteId=q2')

    server.dearerByCents = 60_000
    await choose('Colour', 'Beacon Red')
    await settle()
    expect(notices()).toContain('Our prices have changed')
    assign.mockRestore()
  })

  test('an opened quote counts as accepted', async () => {
    server.dearerByCents = 50_000
    server.lastRequest = { kdcd: 'TN27P-A', colourCode: 'BLD', payOption: 'CASH' }
    await open('?quoteId=q1')
    await settle()
    expect(notices()).toContain('This quote’s price is $39,640, held until')
    expect(notices()).not.toContain('Accept')
  })
})
