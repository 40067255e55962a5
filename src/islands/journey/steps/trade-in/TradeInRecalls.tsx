import type { OpenRecall } from '#lib/vehicles/recall-shapes.ts'
import { paths } from '#stores/site/paths.ts'
import { AllCalls } from '#ui/AllCalls.tsx'
import { OpenRecallNotice } from '#ui/OpenRecallNotice.tsx'

/** The open recalls of a car to trade in (decision 69). */
export const TradeInRecalls = ({ recalls }: { recalls: readonly OpenRecall[] }) => (
  <OpenRecallNotice recalls={recalls}>
    <p>
      The repair is free.{' '}
      <AllCalls>
        <a href={paths.service}>
          Book it<span className="visually-hidden">: the free recall repair</span>
        </a>{' '}
        if you’re still driving the car.{' '}
      </AllCalls>
      You can still trade it in.
    </p>
  </OpenRecallNotice>
)
