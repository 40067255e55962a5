import { hrefOf, type BookingStep } from '#lib/service/steps.ts'
import type { Faults } from '#lib/shared/faults.ts'
import type { ServiceDraft } from '#stores/service/service-draft.ts'
import type { ServiceData, ServiceOutlet } from './service-data.ts'

export interface StepProps extends ServiceData {
  draft: ServiceDraft
  outletCode: string
  outlet: ServiceOutlet | undefined
  type: ServiceData['types'][number] | undefined
  /** The server's refusal of the booking. */
  refused: Refusal | null
  onRefused: (refusal: Refusal | null) => void
  next: () => void
}

/** Why the server refused a booking: its dealer, its time, or faults of the details. */
export interface Refusal {
  message: string
  faults: Faults
}

/** The buttons to continue and to go back. */
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
