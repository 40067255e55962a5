import { useState } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { tryInLab } from '#lib/demo/calls.ts'
import { formatTime } from '#lib/shared/instants.ts'
import type { Experiment } from '#lib/demo/lab.ts'
import { publicApi } from '#stores/site/public-api.ts'
import { Button } from '#ui/Button.tsx'
import { EXPERIMENT_GROUPS } from './experiments.ts'
import './demo.css'

interface Observed {
  experiment: Experiment
  at: Date
  answer: Result<{ observed: string }>
}

/** Buttons that make things fail in a demonstration, each with its expected and observed outcome. */
export function Lab() {
  const [busy, setBusy] = useState<Experiment | null>(null)
  const [observed, setObserved] = useState<Observed | null>(null)

  const run = async (experiment: Experiment) => {
    setBusy(experiment)
    const answer = await publicApi(tryInLab, { body: { experiment } })
    setObserved({ experiment, at: new Date(), answer })
    setBusy(null)
  }

  return (
    <div className="wrap section lab">
      <header className="stack stack--s">
        <h1>Failure lab</h1>
        <p>
          Make something go wrong on purpose, and see whether anything breaks. Keep this page open
          beside the shop. Each button says what will happen and where to see it.
        </p>
      </header>
      {EXPERIMENT_GROUPS.map(({ title, text, experiments }) => (
        <section key={title} className="stack" aria-label={title}>
          <div className="stack stack--s">
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
          <ul className="lab__list">
            {experiments.map(({ name, button, what, seeAt }) => (
              <li key={name} className="lab__experiment">
                <div className="stack stack--s">
                  <p id={`what-${name}`}>{what}</p>
                  <p className="small">
                    Look at{' '}
                    <a href={seeAt.href} target="_blank" rel="noreferrer">
                      {seeAt.text}
                      <span className="visually-hidden"> (opens in a new tab)</span>
                    </a>
                  </p>
                </div>
                <Button
                  kind="quiet"
                  isBusy={busy === name}
                  aria-describedby={`what-${name}`}
                  onClick={() => void run(name)}
                >
                  {button}
                </Button>
                <div role="status">
                  {observed?.experiment === name && (
                    <p className={`notice notice--${observed.answer.ok ? 'success' : 'warning'}`}>
                      {formatTime(observed.at)}:{' '}
                      {observed.answer.ok
                        ? observed.answer.value.observed
                        : failureMessage(observed.answer.failure)}
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
