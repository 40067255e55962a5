import { useEffect, useRef } from 'react'
import type { EnquiryKind } from '#lib/messages/enquiry.ts'
import { Button } from '#ui/Button.tsx'

interface SentProps {
  kind: EnquiryKind
  email: string
  /** Who answers, when one was named. */
  dealer: string | undefined
  onAgain: () => void
}

/** Says what happens next. */
export function Sent({ kind, email, dealer = 'Our team', onAgain }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="stack">
      <h2 ref={heading} tabIndex={-1}>
        {kind === 'TESTDRIVE' ? 'We have your request' : 'We have your enquiry'}
      </h2>
      <p>
        {kind === 'TESTDRIVE'
          ? `Thank you. ${dealer} will call or write to you to agree on the time. It is booked once they have.`
          : `Thank you. ${dealer} will answer you by email or phone.`}
      </p>
      <p>
        Your address for the answer: <strong>{email}</strong>
      </p>
      <div>
        <Button kind="quiet" onClick={onAgain}>
          {kind === 'TESTDRIVE' ? 'Ask for another' : 'Send another'}
        </Button>
      </div>
    </section>
  )
}
