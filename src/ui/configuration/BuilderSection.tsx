import type { ReactNode } from 'react'
import './configuration.css'

/** A part of a car's configuration, under its heading. */
export const BuilderSection = ({
  title,
  inert,
  children,
}: {
  title: string | undefined
  /** Nothing of it can be pressed yet. */
  inert?: boolean
  children: ReactNode
}) => (
  <section className="builder__part" inert={inert}>
    <h2 className="builder__part-title">{title}</h2>
    {children}
  </section>
)
