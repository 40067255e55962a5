import { hrefOf, type BookingStep } from '#lib/service/steps.ts'
import type { Faults } from '#lib/shared/faults.ts'
import type { ServiceDraft } from '#stores/service/service-draft.ts'
import type { ServiceData, ServiceOutlet } from './service-data.ts'

export interface StepProps extends ServiceData {
  draft: ServiceDraft
  outletCode: string
  outlet: ServiceOutlet | undefined
  type: ServiceData['types'][number] | undefined
  /** What the server found wrong when it was asked to book. */
  refused: Refusal | null
  onRefused: (refusal: Refusal | null) => void
  next: () => void
}

/** Why a booking was not made: its dealer or time will not do, or details are wrong. */
export interface Refusal {
  message: string
  faults: Faults
}

/** The way on and the way back of a step. */
export const StepButtons = ({
  back,
  children,
}: {
  back: BookingStep
  children: React.ReactNode
}) => (
  <div className="cluster">
    {children}
    <a className="button button--quiet" href={hrefOf(back)}>
      Back
    </a>
  </div>
)
