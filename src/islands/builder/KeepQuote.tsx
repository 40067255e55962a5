import { memo, useEffect, useEffectEvent, useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { configurationQuery } from '#lib/catalogue/configuration-query.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { afterSignIn } from '#stores/sign-in/after-sign-in.ts'
import {
  keepPendingAction,
  readPendingAction,
  type PendingAction,
} from '#stores/sign-in/pending-action.ts'
import { $quoteDraft } from '#stores/quote/quote.ts'
import { $accountAccess, WHOLE_ACCOUNT } from '#stores/session/rights.ts'
import { $customer, $user } from '#stores/session/session.ts'
import { addToast } from '#stores/site/toasts.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { LazyComponent } from '#ui/LazyComponent.tsx'
import { saveBase64 } from '#ui/save-file.ts'
import { quoteCalls } from './quote-calls.ts'

type Act = PendingAction['act'] | 'pdf'

const LABELS: Record<Act, string> = { save: 'Save quote', email: 'Email quote', pdf: 'PDF' }

/** What needs an account, and what is said to a visitor who has not signed in. */
const WHY: Record<PendingAction['act'], string> = {
  save: 'Log in to save your quote. Everything you have chosen stays.',
  email: 'Log in and we email the quote to your own address. Everything you have chosen stays.',
}

const NO_CUSTOMER =
  'Select a customer in Customer Search first: the quote is saved as that customer’s.'

async function perform(act: Act): Promise<void> {
  const calls = await quoteCalls()
  if (!calls.ok) addToast({ kind: 'error', text: failureMessage(calls.failure) })
  else if (act === 'save') await calls.value.saveConfiguration()
  else if (act === 'email') await calls.value.emailConfiguration()
  else {
    const made = await calls.value.documentOfQuote()
    if (made) saveBase64(made.name, made.mediaType, made.base64)
  }
}

const loadWatch = async () => (await import('./WatchForm.tsx')).WatchForm
const loadShare = async () => (await import('./ShareLink.tsx')).ShareLink

/**
 * What can be kept of a quote. Saving and emailing wait for a sign-in where there is none, also for an account that is
 * made on its own page, and then go on by themselves; the rest needs no account.
 *
 * @param props.isReady Whether the page's address has been read.
 */
export const KeepQuote = memo(function KeepQuote({
  quote,
  configuration,
  isReady,
}: {
  quote: Quote | null
  configuration: string
  isReady: boolean
}) {
  const customer = useIslandStore($customer, null)
  const user = useIslandStore($user, null)
  // Staff who may not sell are not offered what they would be refused (decision 59).
  const maySell = useIslandStore($accountAccess, WHOLE_ACCOUNT).sales
  const [busy, setBusy] = useState<Act | null>(null)
  const [shared, setShared] = useState<string | null>(null)
  const [isWatchOpen, setIsWatchOpen] = useState(false)

  const run = async (act: Act) => {
    setBusy(act)
    await perform(act)
    setBusy(null)
  }
  const press = (act: Act, button: HTMLButtonElement) => {
    if (customer || act === 'pdf') return void run(act)
    if (user) return addToast({ kind: 'info', text: NO_CUSTOMER })
    const { request } = $quoteDraft.get()
    // The menu is at the top of the page; afterwards the visitor is where they were.
    afterSignIn(
      WHY[act],
      () => void run(act).then(() => button.focus()),
      request && { act, query: configurationQuery(request) },
    )
  }
  // Back from making an account, with the very car that was to be kept.
  const goOn = useEffectEvent(() => {
    const pending = readPendingAction()
    keepPendingAction(null)
    if (customer && pending?.query === location.search) void run(pending.act)
  })
  useEffect(() => {
    if (isReady) goOn()
  }, [isReady])

  const keep = (act: Act) => (
    <Button kind="quiet" isBusy={busy === act} onClick={(event) => press(act, event.currentTarget)}>
      {LABELS[act]}
    </Button>
  )
  return (
    <div className="stack stack--s builder__keep">
      <div className="cluster">
        {maySell && keep('save')}
        {maySell && keep('email')}
        <Button
          kind="quiet"
          aria-expanded={shared === configuration}
          onClick={() => setShared(shared === configuration ? null : configuration)}
        >
          Share
        </Button>
        {keep('pdf')}
        <Button kind="quiet" onClick={() => window.print()}>
          Print
        </Button>
        {maySell && (
          <Button
            kind="quiet"
            aria-expanded={isWatchOpen}
            onClick={() => setIsWatchOpen(!isWatchOpen)}
          >
            Watch price and stock
          </Button>
        )}
      </div>
      {shared === configuration && (
        <LazyComponent key={configuration} load={loadShare} text="Making a link" props={{}} />
      )}
      {isWatchOpen && (
        <LazyComponent load={loadWatch} text="Opening the form" props={{ configuration }} />
      )}
      <p className="quiet small">
        {quote && quote.customerId !== null
          ? `This quote is saved. Its price holds until ${formatDay(aucklandDay(quote.expires))}.`
          : customer
            ? 'A saved quote holds its price for some days, and you can change it later.'
            : 'Saving and emailing need an account. The others do not.'}
      </p>
    </div>
  )
})
