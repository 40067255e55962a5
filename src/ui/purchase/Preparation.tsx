import type { PurchaseRecord } from '#lib/payments/shapes.ts'
import { Checkbox } from '#ui/fields/Checkbox.tsx'

/** The checklist for the day of the hand-over, and how the old car goes. */
export function Preparation({
  preparation: { checklist, oldCar },
  ticked,
  onTick,
  level: Heading,
  className,
}: {
  preparation: NonNullable<PurchaseRecord['preparation']>
  ticked: readonly string[]
  onTick: (id: string, isTicked: boolean) => void
  level: 'h2' | 'h3'
  /** Of the headings. */
  className: string
}) {
  const done = checklist.filter((line) => ticked.includes(line.id)).length
  return (
    <>
      {/* Several purchases may be open: these are no landmarks. */}
      <section className="stack stack--s">
        <Heading className={className}>Your hand-over checklist</Heading>
        <p className="small quiet">
          {done === checklist.length
            ? 'You’re ready for hand-over.'
            : `${done} of ${checklist.length} ticked. Your ticks are saved on this device only.`}
        </p>
        <ul className="stack stack--s">
          {checklist.map((line) => (
            <li key={line.id}>
              <Checkbox
                checked={ticked.includes(line.id)}
                onChange={(isTicked) => onTick(line.id, isTicked)}
              >
                {line.text}
              </Checkbox>
            </li>
          ))}
        </ul>
      </section>
      {oldCar.length > 0 && (
        <section className="stack stack--s">
          <Heading className={className}>Handing over your old car</Heading>
          <ul className="bullets">
            {oldCar.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
