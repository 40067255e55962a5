import { useState } from 'react'
import { quoteCodeOf } from '#stores/quote-calls.ts'
import { paths } from '#stores/site.ts'
import { Button } from '#ui/Button.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useAnswer } from '#ui/use-answer.ts'

/** A link to the figures as they are now, for whoever it is given to. */
export function ShareLink() {
  const asked = useAnswer('code', () => quoteCodeOf())
  const [isCopied, setIsCopied] = useState(false)
  if (asked.state === 'loading') return <Loading text="Making a link" />
  if (asked.state !== 'ready')
    return (
      <Notice kind="error" tryAgain={asked.askAgain}>
        <p>There is no link yet: {asked.message}</p>
      </Notice>
    )
  const link = location.origin + paths.sharedQuote(asked.value.code)
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    setIsCopied(true)
  }
  return (
    <div className="card stack stack--s builder__share">
      <TextField
        label="Link to this quote"
        hint="Whoever has it sees the car and its price, and cannot change it. It says nothing about you."
        readOnly
        value={link}
        onChange={() => {}}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="cluster">
        <Button isSmall onClick={() => void copy()}>
          Copy link
        </Button>
        {'share' in navigator && (
          <Button
            isSmall
            kind="quiet"
            // Closing the list of where to send it to is not a fault.
            onClick={() => void navigator.share({ url: link }).catch(() => {})}
          >
            Send it
          </Button>
        )}
        <span className="small quiet" role="status">
          {isCopied && 'The link is copied.'}
        </span>
      </div>
    </div>
  )
}
