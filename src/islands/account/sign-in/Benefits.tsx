import type { ReactNode } from 'react'

/** The benefits of an account, shown beside the forms. */
export const Benefits = ({ title, children }: { title: string; children?: ReactNode }) => (
  <section className="card card--flat benefits" aria-label={title}>
    <h2 className="account-card__title">{title}</h2>
    <ul className="bullets">
      <li>Keep your quotes, at the price you were given.</li>
      <li>Continue your purchase on any device.</li>
      <li>Follow your car from the factory to your dealer.</li>
      <li>Find your payments and documents in one place.</li>
    </ul>
    {children && <div>{children}</div>}
  </section>
)
