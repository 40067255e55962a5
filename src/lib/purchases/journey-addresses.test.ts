import { describe, expect, test } from 'vitest'
import { PAY_OPTIONS } from '#lib/codes.ts'
import {
  nextStep,
  resolveStep,
  stepPath,
  stepsFor,
  type StepFacts,
  type StepRoute,
} from '#lib/purchases/journey-steps.ts'
import { journey, unsaved } from '#lib/purchases/journey-steps.fixture.ts'

describe('decision 26: where an address leads', () => {
  const started = journey({ furthestStep: 'owner-details' })
  const confirmed = journey({
    status: 'CONFIRMED',
    hasConfirmedOwnerDetails: true,
    furthestStep: 'confirm',
  })

  test.each<[string, Partial<StepFacts>, string, string]>([
    ['a step', {}, 'quote', 'quote'],
    ['a sub-step', {}, 'finance/liabilities', 'finance/liabilities'],
    ['the base of finance', {}, 'finance', 'finance'],
    [
      'the base of owner details, unsaved',
      unsaved,
      'owner-details',
      'owner-details/contact-details',
    ],
    ['the base of owner details, saved', {}, 'owner-details', 'owner-details/confirmation'],
    [
      'the base of owner details, all finished',
      { hasConfirmedOwnerDetails: true },
      'owner-details',
      'owner-details/confirmation',
    ],
    ['sign-in, unsaved', unsaved, 'owner-details/sign-in', 'owner-details/sign-in'],
    ['sign-in, saved', {}, 'owner-details/sign-in', 'owner-details/confirmation'],
    [
      'confirmation, unsaved',
      unsaved,
      'owner-details/confirmation',
      'owner-details/contact-details',
    ],
    [
      'a hidden finance sub-step',
      { hasAppliedForFinancePreApproval: true },
      'finance/signature',
      'finance',
    ],
    ['an unknown sub-step', {}, 'finance/pets', 'finance'],
    ['a sub-step where there are none', {}, 'quote/lines', 'quote'],
    ['an unknown step', { furthestStep: 'trade-in' }, 'wheels', 'trade-in'],
    ['no step', { furthestStep: 'trade-in' }, '', 'trade-in'],
    ['no step of a new journey', unsaved, '', 'configure'],
    ['a hidden step', { payOption: 'LEASE' }, 'trade-in', 'quote'],
    [
      'a hidden step that was the furthest',
      { payOption: 'CASH', furthestStep: 'finance' },
      '',
      'owner-details/confirmation',
    ],
    ['confirmation before the owner is confirmed', {}, 'confirm', 'finance'],
    [
      'confirmation before that, cash',
      { payOption: 'CASH' },
      'confirm',
      'owner-details/confirmation',
    ],
    ['payment while started', { hasConfirmedOwnerDetails: true }, 'payment', 'confirm'],
    ['complete while started', unsaved, 'complete', 'finance'],
    ['complete while confirmed', { status: 'CONFIRMED' }, 'complete', 'complete'],
    ['quote while confirmed', { status: 'CONFIRMED' }, 'quote', 'payment'],
    ['complete once expired', { status: 'EXPIRED' }, 'complete', 'payment'],
    ['complete in agreement', { status: 'AGREEMENT' }, 'complete', 'payment'],
    ['no step once cancelled', { status: 'CANCELLED', furthestStep: 'quote' }, '', 'payment'],
  ])('%s', (_, facts, address, path) => {
    const [step, subStep] = address.split('/')
    const route = resolveStep(journey(facts), { step, subStep })
    expect(route && stepPath(route)).toBe(path)
  })

  test('a resolved address resolves to itself', () => {
    for (const facts of [started, confirmed, journey(unsaved)])
      for (const payOption of PAY_OPTIONS)
        for (const { step } of stepsFor({ ...facts, payOption })) {
          const route = resolveStep({ ...facts, payOption }, { step })
          expect(route && resolveStep({ ...facts, payOption }, route)).toEqual(route)
        }
  })

  test('nothing is open before a journey has loaded', () => {
    expect(resolveStep(null, { step: 'configure' })).toBeNull()
  })
})

describe('Continue', () => {
  const at = (path: string): StepRoute => {
    const [step, subStep = ''] = path.split('/')
    return { step, subStep } as StepRoute
  }

  test.each<[Partial<StepFacts>, string, string | null]>([
    [{}, 'configure', 'owner-details/confirmation'],
    [{ payOption: 'LEASE' }, 'configure', 'owner-details/confirmation'],
    [{ hasConfirmedOwnerDetails: true }, 'configure', 'finance'],
    [
      { hasConfirmedOwnerDetails: true, hasAppliedForFinancePreApproval: true },
      'configure',
      'confirm',
    ],
    [{ payOption: 'CASH', hasConfirmedOwnerDetails: true }, 'trade-in', 'confirm'],
    [{}, 'quote', 'trade-in'],
    [{ payOption: 'LEASE' }, 'quote', 'owner-details/confirmation'],
    [unsaved, 'trade-in', 'owner-details/contact-details'],
    [unsaved, 'owner-details/contact-details', 'owner-details/email-verification'],
    [{}, 'owner-details/email-verification', 'owner-details/confirmation'],
    [{}, 'owner-details/confirmation', 'finance'],
    [
      { payOption: 'CASH', hasConfirmedOwnerDetails: true },
      'owner-details/confirmation',
      'confirm',
    ],
    [{ payOption: 'CASH' }, 'owner-details/confirmation', null],
    [{}, 'finance', 'finance/assets-income'],
    [{}, 'finance/liabilities', 'finance/signature'],
    [{ hasConfirmedOwnerDetails: true }, 'finance/signature', 'confirm'],
    [
      { hasAppliedForFinancePreApproval: true, hasConfirmedOwnerDetails: true },
      'finance',
      'confirm',
    ],
    [{}, 'finance/signature', 'owner-details/confirmation'],
    [{ status: 'CONFIRMED' }, 'payment', 'complete'],
    [{ status: 'AGREEMENT' }, 'payment', null],
    [{ status: 'CONFIRMED' }, 'complete', null],
  ])('%j from %s leads to %s', (facts, from, to) => {
    const route = nextStep(journey(facts), at(from))
    expect(route && stepPath(route)).toBe(to)
  })
})
