import { useState } from 'react'
import type { Refusal } from '#lib/finance/credit.ts'
import { nextStep, parseJourneyHash, stepFacts, stepPath } from '#lib/purchases/journey-steps.ts'
import { $journey } from '#stores/journey/journey-updates.ts'
import { updateJourney } from '#stores/journey/journey.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { goTo } from '#ui/hooks/use-hash.ts'
import { useJourneyPage } from '#islands/journey/journey-page.ts'
import { journeyHash, resolveAddress } from '#islands/journey/route.ts'

const WORDS: Record<Refusal, { text: string; link: string }> = {
  declined: {
    text: 'You can still buy this car with cash. Your details, dealer and trade-in stay the same.',
    link: 'See the other ways to pay',
  },
  expired: {
    text: 'Your dealer can ask the lender to renew it. Or pay another way: everything you’ve entered stays the same.',
    link: 'See the other ways to pay',
  },
  'too-much': {
    text: 'Raise the deposit or pay another way. Everything you’ve entered stays the same.',
    link: 'Change the deposit or how you pay',
  },
}

/** The options for a purchase that the lender does not finance as it is. */
export function OtherWays({ why }: { why: Refusal }) {
  const { journey, href } = useJourneyPage()
  const [isBusy, setIsBusy] = useState(false)
  const { text, link } = WORDS[why]

  const payCash = async () => {
    if (isBusy) return
    setIsBusy(true)
    const from = parseJourneyHash(location.hash)
    const { finance: _terms, ...asked } = journey.currentQuoteRequest
    const isTaken = await updateJourney({ currentQuoteRequest: { ...asked, payOption: 'CASH' } })
    setIsBusy(false)
    const now = $journey.get()
    const next = isTaken && now && nextStep(stepFacts(now), { step: 'finance', subStep: '' })
    if (!next) return
    // Do not pull back a customer who moved elsewhere. Without finance, its step redirects.
    const { step } = parseJourneyHash(location.hash)
    if (step !== from.step && step !== resolveAddress(from, stepFacts(now))?.route.step) return
    const hash = journeyHash(now.id, stepPath(next))
    // Already on Confirmation: the pressed button has disappeared.
    if (location.hash === hash) document.querySelector('h1')?.focus()
    else goTo(hash)
  }

  return (
    <div className="stack stack--s">
      <p>{text}</p>
      <div className="cluster">
        <Button kind="accent" isBusy={isBusy} onClick={() => void payCash()}>
          Pay cash instead
        </Button>
        <a className="button button--quiet" href={href('quote?pay')}>
          {link}
        </a>
      </div>
      <StillWorking isBusy={isBusy} text="Switching to cash" />
    </div>
  )
}
