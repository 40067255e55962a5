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
import { LazyDisclosure } from '#ui/lazy/LazyDisclosure.tsx'
import { quoteCalls } from './quote-calls.ts'

type QuoteAction = PendingAction['act']

const LABELS: Record<QuoteAction, string> = { save: 'Save quote', email: 'Email quote' }

/** Why an action needs an account, for visitors who are not signed in. */
const WHY: Record<QuoteAction, string> = {
  save: 'Sign in to save your quote. We’ve kept your choices.',
  email: 'Sign in and we’ll email you this quote. We’ve kept your choices.',
}

const NO_CUSTOMER =
  'Select a customer in Customer Search first. The quote will be saved to their account.'

async function perform(act: QuoteAction): Promise<void> {
  const calls = await quoteCalls()
  if (!calls.ok) addToast({ kind: 'error', text: failureMessage(calls.failure) })
  else if (act === 'save') await calls.value.saveConfiguration()
  else await calls.value.emailConfiguration()
}

const loadMoreWays = async () => (await import('./MoreWays.tsx')).MoreWays

/**
 * The actions of a quote. Saving and emailing first ask the visitor to sign in or create an account, and then go on by
 * themselves; the rest needs no account.
 *
 * @param props.isReady Whether the page's address has been read.
 */
export const QuoteActions = memo(function QuoteActions({
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
  // Staff without the sales role are not offered actions they may not take (decision 59).
  const maySell = useIslandStore($accountAccess, WHOLE_ACCOUNT).sales
  const [busy, setBusy] = useState<QuoteAction | null>(null)

  const run = async (act: QuoteAction) => {
    setBusy(act)
    await perform(act)
    setBusy(null)
  }
  const press = (act: QuoteAction, button: HTMLButtonElement) => {
    if (customer) return void run(act)
    if (user) return addToast({ kind: 'info', text: NO_CUSTOMER })
    const { request } = $quoteDraft.get()
    // Signing in happens in the menu at the top of the page; afterwards the focus returns here.
    afterSignIn(
      WHY[act],
      () => void run(act).then(() => button.focus()),
      request && { act, query: configurationQuery(request) },
    )
  }
  // Back from creating an account, with the same car in the address.
  const goOn = useEffectEvent(() => {
    const pending = readPendingAction()
    keepPendingAction(null)
    if (customer && pending?.query === location.search) void run(pending.act)
  })
  useEffect(() => {
    if (isReady) goOn()
  }, [isReady])

  const keep = (act: QuoteAction) => (
    <Button
      kind={act === 'save' ? 'primary' : 'quiet'}
      isBusy={busy === act}
      onClick={(event) => press(act, event.currentTarget)}
    >
      {LABELS[act]}
    </Button>
  )
  return (
    <div className="stack stack--s builder__keep">
      <div className="cluster">
        {maySell && keep('save')}
        {maySell && keep('email')}
      </div>
      <LazyDisclosure
        title="More ways to keep this quote"
        text="Loading"
        load={loadMoreWays}
        props={{ configuration, maySell }}
      />
      <p className="quiet small">
        {quote && quote.customerId !== null
          ? `Quote saved. We’ll hold its price until ${formatDay(aucklandDay(quote.expires))}.`
          : customer
            ? 'Save this quote to hold its price. You can change it later.'
            : 'You need an account to save or email a quote.'}
      </p>
    </div>
  )
})
