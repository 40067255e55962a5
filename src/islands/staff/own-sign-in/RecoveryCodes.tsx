import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { goTo, blockNavigation } from '#ui/hooks/use-hash.ts'

/** The last step of the app's set-up: codes for when the phone is lost. They are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [news, setNews] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [isKept, setIsKept] = useState(false)
  /** The address opened before the codes were kept. */
  const [wanted, setWanted] = useState<string | null>(null)
  const warning = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isKept) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    const release = blockNavigation(setWanted)
    return () => {
      window.removeEventListener('beforeunload', ask)
      release()
    }
  }, [isKept])
  useEffect(() => {
    if (wanted !== null) warning.current?.focus()
  }, [wanted])
  const leave = () => {
    onDone()
    // Leaving is possible once this component is gone.
    if (wanted !== null) requestAnimationFrame(() => goTo(wanted))
  }
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => {
        setNews('Codes copied.')
        setIsKept(true)
      },
      () => setNews('We couldn’t copy the codes. Please write them down.'),
    )
  return (
    <div className="stack">
      <h3 className="staff-codes__title" ref={heading} tabIndex={-1}>
        Your app is set up. Save your recovery codes
      </h3>
      <p>
        Each code signs you in once if you don’t have your phone. We won’t show them again. Keep
        them separate from your password.
      </p>
      <ul className="staff-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {wanted !== null && !isKept && (
        <Notice kind="warning" title="You haven’t saved your recovery codes yet">
          <p ref={warning} tabIndex={-1}>
            We won’t show them again. Copy them or write them down, then press “I have saved them”
            to continue.
          </p>
          <p>
            <Button kind="quiet" isSmall onClick={leave}>
              Continue without them
            </Button>
          </p>
        </Notice>
      )}
      <div className="cluster">
        <Button onClick={leave}>I have saved them</Button>
        <Button kind="quiet" onClick={() => void copy()}>
          Copy the codes
        </Button>
        <span className="small quiet" role="status">
          {news}
        </span>
      </div>
    </div>
  )
}
