import { orderTimeline, type OrderFacts } from '#lib/purchases/timeline.ts'

/** An order from the first day to the hand-over, with the dates of what is past and the estimates of what is to come. */
export const Timeline = (facts: OrderFacts) => (
  <ol className="track" aria-label="Your order">
    {orderTimeline(facts).map(({ label, state, when }) => (
      <li key={label} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
        {label}
        {when && <span className="track__date small quiet"> {when}</span>}
      </li>
    ))}
  </ol>
)
