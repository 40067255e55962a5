import { useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { FinanceApplication } from '#lib/finance/shapes.ts'
import { FINANCE_DOCUMENT, type Declaration } from '#lib/finance/finance-document.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { dealChanges } from '#lib/purchases/deal-changes.ts'
import { $journey } from '#stores/journey/journey-updates.ts'
import { applyForFinance } from '#stores/journey/journey.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { RadioCards } from '#ui/fields/RadioCards.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { check } from '#lib/shared/check.ts'
import {
  FINANCE_PAGE_ORDER,
  FINANCE_PAGES,
  FINANCE_PAGES_IN_ALL,
} from '#lib/finance/finance-questions.ts'
import { goTo } from '#ui/hooks/use-hash.ts'
import { useJourneyPage } from '../../journey-page.ts'
import { StepHeading } from '../../StepHeading.tsx'
import { useDealChange } from '#islands/journey/use-deal-change.ts'
import { useWaitText } from '#islands/journey/use-wait-text.ts'
import { useFaults } from '#ui/fields/use-faults.ts'
import { clearFinanceAnswers } from './answers.ts'
import { pageFaults, toDraft, type Answers } from './application.ts'
import { SignatureDrawing } from './SignatureDrawing.tsx'
import { PageBack } from './PageBack.tsx'
import { SkipFinance } from './SkipFinance.tsx'

const NAMES = Object.keys(FINANCE_DOCUMENT.declarations) as Declaration[]
type Method = FinanceApplication['signature']['method']

interface Trouble {
  text: string
  /** The application may have arrived although its response was lost. */
  mayBeSent: boolean
}

/** The declarations and the signature that send the application to the lender. */
export function Signature({ answers }: { answers: Answers }) {
  const { journey, href, payOptionNames } = useJourneyPage()
  const [ticked, setTicked] = useState<Partial<Record<Declaration, boolean>>>({})
  const [name, setName] = useState('')
  const [method, setMethod] = useState<Method>('TYPED')
  const [drawing, setDrawing] = useState('')
  const [isSending, setIsSending] = useState(false)
  const wait = useWaitText('Sending your application')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  /** What has changed since the purchase was shown, and has to be signed again. */
  const [changes, setChanges] = useState<string[] | null>(null)
  const { form, faultAt, show, forget, clear } = useFaults()
  const unfinished = FINANCE_PAGE_ORDER.filter(
    (page) => Object.keys(pageFaults(page, answers)).length > 0,
  )

  const showChange = (before: PurchaseJourney, now: PurchaseJourney) => {
    setTrouble(null)
    setChanges(dealChanges(before, now, payOptionNames))
  }
  const isTicked = NAMES.some((name) => ticked[name])
  useDealChange(journey, isTicked, isSending, (accepted) => {
    setTicked({})
    showChange(accepted, journey)
  })

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    const checked = check(FinanceApplication, {
      ...toDraft(answers),
      declarations: ticked,
      signature: {
        method,
        name,
        ...(method === 'DRAWN' && drawing && { drawing }),
        documentVersion: FINANCE_DOCUMENT.version,
      },
    })
    if (!checked.ok) return show(checked.faults)
    clear()
    setTrouble(null)
    setChanges(null)
    setIsSending(true)
    const sent = await applyForFinance(checked.value, journey)
    setIsSending(false)
    if (!sent) return showChange(journey, $journey.get() ?? journey)
    if (!sent.ok)
      return setTrouble({
        text: failureMessage(sent.failure),
        // A press that did not get through says nothing about an earlier one that may have.
        mayBeSent:
          sent.failure.kind === 'network' && (!sent.isUnsent || trouble?.mayBeSent === true),
      })
    clearFinanceAnswers()
    // Once signed, the step shows the decision instead of this page.
    goTo(href('finance'))
  }

  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <StepHeading title="Signature">
        Page {FINANCE_PAGES_IN_ALL} of {FINANCE_PAGES_IN_ALL}. Read and sign your application. We’ll
        then send it to the lender.
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
      <section className="stack" aria-labelledby="finance-document">
        <h2 className="step-part" id="finance-document">
          {FINANCE_DOCUMENT.title}
        </h2>
        {FINANCE_DOCUMENT.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <p className="fine-print">Version {FINANCE_DOCUMENT.version}</p>
      </section>
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
            {FINANCE_DOCUMENT.declarations[declaration]}
          </Checkbox>
        ))}
      </fieldset>
      <RadioCards
        legend="How you’d like to sign"
        columns={2}
        choices={[
          { value: 'TYPED', title: 'Type', text: 'Your typed name is your signature.' },
          { value: 'DRAWN', title: 'Draw', text: 'With a finger, pen or mouse.' },
        ]}
        value={method}
        onChange={(chosen) => {
          setMethod(chosen)
          // A drawing that is closed comes back blank.
          setDrawing('')
          forget('signature.drawing')
        }}
      />
      <TextField
        label="Full name"
        hint={method === 'TYPED' ? 'Typing your name here is your signature.' : undefined}
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
      {method === 'DRAWN' && (
        <SignatureDrawing
          error={faultAt('signature.drawing', 'Your signature')}
          onChange={(drawn) => {
            setDrawing(drawn)
            forget('signature.drawing')
          }}
        />
      )}
      <p className="fine-print">
        We’ll email you a copy of this text, showing when and how you signed. Your answers aren’t in
        it.
      </p>
      {changes && (
        <Notice kind="warning" title="Your purchase has changed">
          <p role="alert">Check it, then sign and send it again. We’ve kept your answers.</p>
          {changes.length > 0 && (
            <ul>
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      {trouble && (
        <Notice
          kind="error"
          title={
            trouble.mayBeSent
              ? 'We don’t know yet if your application was sent'
              : 'Your application wasn’t sent'
          }
        >
          {`${trouble.text} We’ve kept your answers.`}
          {trouble.mayBeSent && ' It’s safe to try again. You won’t apply twice.'}
        </Notice>
      )}
      <div className="step-actions">
        <div className="cluster">
          <Button type="submit" isBusy={isSending}>
            Sign and send
          </Button>
          <PageBack at={FINANCE_PAGE_ORDER.length} />
          <SkipFinance />
        </div>
        <StillWorking isBusy={isSending} text={wait} />
      </div>
    </form>
  )
}
