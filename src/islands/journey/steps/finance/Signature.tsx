import { useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { FinanceApplication } from '#lib/contract/shapes/finance-application.ts'
import { applyForFinance } from '#stores/journey.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { TextField } from '#ui/TextField.tsx'
import { check } from '#lib/check.ts'
import { goTo } from '#ui/use-hash.ts'
import { useJourneyPage } from '../../journey-page.ts'
import { StepHeading } from '../../StepHeading.tsx'
import { useFaults } from '#ui/use-faults.ts'
import { closeSheet } from './answers.ts'
import { pageFaults, toDraft, type Answers } from './application.ts'
import { FINANCE_PAGE_ORDER, FINANCE_PAGES } from './questions.ts'
import { SkipFinance } from './SkipFinance.tsx'

const DECLARATIONS = {
  isTrue: 'What I have entered is true and complete.',
  creditCheckConsent:
    'I agree that the lender checks my credit record and asks the agencies that keep it. The check leaves a trace there.',
  electronicConsent:
    'I agree to get documents and to sign electronically, and that my typed name is my signature.',
} as const
type Declaration = keyof typeof DECLARATIONS
const NAMES = Object.keys(DECLARATIONS) as Declaration[]

/** The declarations and the signature that send the application to the lender. */
export function Signature({ answers }: { answers: Answers }) {
  const { href } = useJourneyPage()
  const [ticked, setTicked] = useState<Partial<Record<Declaration, boolean>>>({})
  const [name, setName] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [trouble, setTrouble] = useState('')
  const { form, faultAt, show, forget, clear } = useFaults()
  const unfinished = FINANCE_PAGE_ORDER.filter(
    (page) => Object.keys(pageFaults(page, answers)).length > 0,
  )

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    const checked = check(FinanceApplication, {
      ...toDraft(answers),
      declarations: ticked,
      signature: { method: 'TYPED', name },
    })
    if (!checked.ok) return show(checked.faults)
    clear()
    setTrouble('')
    setIsSending(true)
    const sent = await applyForFinance(checked.value)
    setIsSending(false)
    if (!sent.ok) return setTrouble(failureMessage(sent.failure))
    closeSheet()
    // Signed, this page is gone, and the step shows the decision.
    goTo(href('finance'))
  }

  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <StepHeading title="Signature">
        Your application goes to the lender. A pre-approval is subject to the lender’s checks, and
        obliges you to nothing.
      </StepHeading>
      {unfinished.length > 0 && (
        <Notice kind="warning" title="Some answers are missing">
          <ul>
            {unfinished.map((page) => (
              <li key={page}>
                <a href={href(page ? `finance/${page}` : 'finance')}>{FINANCE_PAGES[page].title}</a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <fieldset className="stack stack--s">
        <legend>Declarations</legend>
        {NAMES.map((declaration) => (
          <Checkbox
            key={declaration}
            checked={ticked[declaration] ?? false}
            error={faultAt(`declarations.${declaration}`, 'This')}
            required
            onChange={(isTicked) => {
              setTicked((before) => ({ ...before, [declaration]: isTicked }))
              forget(`declarations.${declaration}`)
            }}
          >
            {DECLARATIONS[declaration]}
          </Checkbox>
        ))}
      </fieldset>
      <TextField
        label="Full name"
        hint="Typing your name here is your signature."
        autoComplete="name"
        maxLength={121}
        value={name}
        error={faultAt('signature.name', 'Full name')}
        required
        onChange={(typed) => {
          setName(typed)
          forget('signature.name')
        }}
      />
      {trouble && (
        <Notice kind="error" title="Your application was not sent">
          {`${trouble} Your answers are kept.`}
        </Notice>
      )}
      <div className="step-actions">
        <div className="cluster">
          <Button type="submit" isBusy={isSending}>
            Sign and send
          </Button>
          <SkipFinance />
        </div>
        <StillWorking isBusy={isSending} />
      </div>
    </form>
  )
}
