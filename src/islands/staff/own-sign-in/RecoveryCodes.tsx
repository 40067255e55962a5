import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'

/** The last step: the codes for when the phone is gone. They are not shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [news, setNews] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [isKept, setIsKept] = useState(false)
  useEffect(() => {
    if (isKept) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isKept])
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => {
        setNews('The codes are copied.')
        setIsKept(true)
      },
      () => setNews('They could not be copied: write them down.'),
    )
  return (
    <div className="stack">
      <h3 className="staff-codes__title" ref={heading} tabIndex={-1}>
        The app is on. Keep your recovery codes
      </h3>
      <p>
        Each signs you in once when you do not have your phone. They are not shown again: keep them
        where your password is not.
      </p>
      <ul className="staff-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="cluster">
        <Button onClick={onDone}>I have kept them</Button>
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
