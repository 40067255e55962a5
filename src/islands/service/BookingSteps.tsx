import { useState } from 'react'
import {
  BOOKING_STEPS,
  furthestBookingStep,
  hrefOf,
  STEP_LABELS,
  type BookingStep,
} from '#lib/service/steps.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { goTo } from '#ui/hooks/use-hash.ts'
import { BookingSummary } from './BookingSummary.tsx'
import { CheckStep } from './CheckStep.tsx'
import { ContactStep } from './ContactStep.tsx'
import { OutletStep } from './OutletStep.tsx'
import { RecallOffer } from './RecallOffer.tsx'
import type { ServiceData } from './service-data.ts'
import { ServiceStep } from './ServiceStep.tsx'
import type { Refusal, StepProps } from './StepButtons.tsx'
import { TimeStep } from './TimeStep.tsx'
import { useBookingDraft } from './use-booking-draft.ts'

type LaterStep = Exclude<BookingStep, 'vehicle'>

const TITLES: Record<LaterStep, string> = {
  outlet: 'Choose your dealer',
  service: 'Choose a service',
  time: 'Choose a time',
  contact: 'Your details',
  check: 'Check your booking',
}

const BODIES: Record<LaterStep, (props: StepProps) => React.ReactNode> = {
  outlet: OutletStep,
  service: ServiceStep,
  time: TimeStep,
  contact: ContactStep,
  check: CheckStep,
}

/** The steps of a booking after the vehicle, one question at a time, with a summary beside them. */
export function BookingSteps({ step, ...data }: ServiceData & { step: LaterStep }) {
  const { draft, outlet, facts } = useBookingDraft(data.outlets)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const furthest = furthestBookingStep(facts)
  const Body = BODIES[step]
  const props: StepProps = {
    ...data,
    draft,
    outletCode: facts.outletCode,
    outlet,
    type: data.types.find(({ code }) => code === draft.serviceCode),
    refused,
    onRefused: setRefused,
    next: () => goTo(`#/${BOOKING_STEPS[BOOKING_STEPS.indexOf(step) + 1]}`),
  }
  return (
    <div className="wrap section service">
      <StepsNav current={step} furthest={furthest} />
      <div className={step === 'check' ? undefined : 'split'}>
        <div className="stack" key={step}>
          <AreaHeading title={TITLES[step]} />
          <RecallOffer key={draft.registration} draft={draft} />
          <Body {...props} />
        </div>
        {step !== 'check' && (
          <aside aria-label="Your booking">
            <BookingSummary {...props} />
          </aside>
        )}
      </div>
    </div>
  )
}

function StepsNav({ current, furthest }: { current: BookingStep; furthest: BookingStep }) {
  const at = BOOKING_STEPS.indexOf(current)
  const open = BOOKING_STEPS.indexOf(furthest)
  return (
    <nav className="steps" aria-label="Booking steps">
      <p className="steps__count">
        <strong aria-hidden="true">{STEP_LABELS[current]}</strong>
        <span>
          Step {at + 1} of {BOOKING_STEPS.length}
        </span>
      </p>
      <ol className="steps__list">
        {BOOKING_STEPS.map((step, index) => (
          <li
            key={step}
            className="steps__item"
            data-state={index === at ? 'current' : index < at ? 'done' : 'todo'}
          >
            {index <= open ? (
              <a
                className="steps__link"
                href={hrefOf(step)}
                aria-current={index === at ? 'step' : undefined}
              >
                {STEP_LABELS[step]}
              </a>
            ) : (
              <span className="steps__link" role="link" aria-disabled="true">
                {STEP_LABELS[step]}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
