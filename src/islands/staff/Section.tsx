import { useId, type ReactNode } from 'react'

type Facts = readonly (readonly [label: string, value: ReactNode])[]

/** A list of facts. A missing value shows as `none`. */
export const FactList = ({ facts, none }: { facts: Facts; none: string }) => (
  <dl className="facts staff-facts">
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value || <span className="quiet">{none}</span>}</dd>
      </div>
    ))}
  </dl>
)

/** A part of a staff screen with a heading that names it. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="stack stack--s" aria-labelledby={id}>
      <h2 className="staff-subheading" id={id}>
        {title}
      </h2>
      {children}
    </section>
  )
}
