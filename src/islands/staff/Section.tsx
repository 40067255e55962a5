import { useId, type ReactNode } from 'react'

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
