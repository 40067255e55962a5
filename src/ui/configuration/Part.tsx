import type { ReactNode } from 'react'
import './configuration.css'

/** A part of a car's configuration, under its heading. */
export const Part = ({ title, children }: { title: string | undefined; children: ReactNode }) => (
  <section className="builder__part">
    <h2 className="builder__part-title">{title}</h2>
    {children}
  </section>
)
