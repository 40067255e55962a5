import type { ReactNode } from 'react'
import './configuration.css'

/** A titled section of the configuration. */
export const BuilderSection = ({
  title,
  inert,
  children,
}: {
  title: string | undefined
  /** Its controls cannot be used yet. */
  inert?: boolean
  children: ReactNode
}) => (
  <section className="builder__part" inert={inert}>
    <h2 className="builder__part-title">{title}</h2>
    {children}
  </section>
)
