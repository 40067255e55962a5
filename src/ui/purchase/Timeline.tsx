import { useState } from 'react'
import { orderTimeline, type OrderFacts } from '#lib/orders/timeline.ts'

/**
 * An order from the first day to the hand-over, with the dates of what is past and the estimates of what is to come. A
 * change while it is on the screen is read out.
 */
export function Timeline(facts: OrderFacts) {
  const steps = orderTimeline(facts)
  const current = steps.find(({ state }) => state === 'current') ?? steps.at(-1)!
  const text = steps.map(({ label, when }) => `${label} ${when}`).join()
  const isLoaded = facts.record !== undefined
  const [first, setFirst] = useState<string | null>(null)
  if (isLoaded && first === null) setFirst(text)
  return (
    <div>
      <ol className="track" aria-label="Your purchase">
        {steps.map(({ label, state, when }) => (
          <li
            key={label}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            {label}
            {when && <span className="track__date small quiet"> {when}</span>}
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {first !== null &&
          first !== text &&
          `Your purchase has moved on. Current step: ${[current.label, current.when].filter(Boolean).join(', ')}.`}
      </p>
    </div>
  )
}
