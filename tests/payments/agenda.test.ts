import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Agenda } from './agenda.ts'

test('an agenda gives what was planned by its time, and of equal times what was planned first', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(20), { freq: 3 })), (acts) => {
      const agenda = new Agenda<number>()
      let plain: { at: number; what: number }[] = []
      for (const [what, at] of acts.entries()) {
        if (at !== null) {
          agenda.plan(at, what)
          plain = [...plain, { at, what }].toSorted((a, b) => a.at - b.at)
        } else {
          const next = agenda.next()
          expect(next && { at: next.at, what: next.what }).toEqual(plain.shift() ?? null)
        }
      }
    }),
  )
})
