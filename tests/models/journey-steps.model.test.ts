import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { JOURNEY_STATUSES, type JourneyStatus } from '#lib/codes.ts'
import { parseJourneyHash, stepsFor, type Step } from '#lib/purchases/journey-steps.ts'
import { resolveAddress } from '#islands/journey/route.ts'
import { ACTIONS, MODEL_TIMEOUT_MS } from './runs.ts'
import {
  STEPS,
  mayShow,
  mayOpen,
  SUB_STEPS,
  mayShowSubStep,
  isDone,
} from './journey-steps-specified.ts'
import { action, factsIn, Page } from './journey-page.ts'

const STEPS_OF_A_WALK = 20

const taken = Object.fromEntries(JOURNEY_STATUSES.map((status) => [status, 0])) as Record<
  JourneyStatus,
  number
>
// A walk that leaves its status early counts for the one it is in.
afterAll(() => {
  for (const status of JOURNEY_STATUSES)
    expect(taken[status], status).toBeGreaterThanOrEqual(ACTIONS / 2)
})

test.each(JOURNEY_STATUSES)(
  `from %s, no step is ever open that the specification closes (${ACTIONS} actions)`,
  { timeout: MODEL_TIMEOUT_MS },
  (status) => {
    fc.assert(
      fc.property(
        factsIn(status),
        fc.array(action, { minLength: STEPS_OF_A_WALK, maxLength: STEPS_OF_A_WALK, size: 'max' }),
        (facts, actions) => {
          const page = new Page(facts)
          holds(page)
          for (const what of actions) {
            taken[page.facts.status] += 1
            const before = page.facts
            const from = page.landing.route
            if (what.do === 'address')
              page.go(`#/${what.id === 'own' ? before.id : what.id}/${what.path}`)
            else if (what.do === 'back') page.step(-1)
            else if (what.do === 'forward') page.step(1)
            else if (what.do === 'continue') {
              const next = page.goOn()
              if (next) expect(page.landing.route).toEqual(next)
              expect(next).not.toEqual(from)
            } else page.change(what)
            page.settle()
            holds(page)
            // Decision 25: it never moves back, whatever else becomes of the purchase.
            const [now, then] = [page.facts, before].map((one) =>
              STEPS.indexOf(one.furthestStep as Step),
            )
            if (before.status === 'STARTED') expect(now).toBeGreaterThanOrEqual(then!)
            else expect(now).toBe(then)
          }
          arrives(page)
        },
      ),
      { numRuns: ACTIONS / STEPS_OF_A_WALK },
    )
  },
)

/** Where the page is, and what it says of each step. */
const said = ({ facts, landing }: Page) => ({
  ...landing.route,
  // A redirect replaces the address.
  isSettled: !resolveAddress(parseJourneyHash(landing.hash), facts)!.isElsewhere,
  steps: stepsFor(facts).map(({ step, isEnabled, isCompleted, subSteps }) =>
    [step, isEnabled, isCompleted, ...subSteps.map(({ subStep }) => subStep)].join(),
  ),
})

function holds(page: Page) {
  const { facts, landing } = page
  const { step, subStep } = landing.route
  const isLegal = mayShow(step, facts) && mayOpen(step, facts) && mayShowSubStep(subStep, facts)
  const steps = STEPS.filter((one) => mayShow(one, facts)).map((one) =>
    [
      one,
      mayOpen(one, facts),
      isDone(one, facts),
      ...(SUB_STEPS[one]?.filter((sub) => mayShowSubStep(sub, facts)) ?? []),
    ].join(),
  )
  if (isLegal && isDeepStrictEqual(said(page), { step, subStep, isSettled: true, steps })) return
  // Comparing so costs a hundred times as much.
  expect({ isLegal, ...said(page) }).toEqual({
    isLegal: true,
    step,
    subStep,
    isSettled: true,
    steps,
  })
}

/** Pressing Continue repeatedly ends at the right step. */
function arrives(page: Page) {
  const { status } = page.facts
  // Each screen once, and the lender's questions a second time if the owner's details were skipped.
  for (let presses = 0; ; presses++) {
    expect(presses).toBeLessThan(20)
    const { subStep } = page.landing.route
    const isUnsaved = page.facts.id === 'new-quote'
    // These two are left by what they are for.
    if (isUnsaved && ['email-verification', 'sign-in'].includes(subStep))
      page.change({ do: 'save' })
    else {
      if (subStep === 'confirmation') page.change({ do: 'owner' })
      if (!page.goOn()) break
    }
    page.settle()
  }
  const END: Partial<Record<JourneyStatus, Step>> = { STARTED: 'confirm', CONFIRMED: 'complete' }
  expect(page.landing.route.step).toBe(END[status] ?? 'payment')
}
