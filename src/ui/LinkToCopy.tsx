import { useState } from 'react'
import { Button } from './Button.tsx'
import { TextField } from './TextField.tsx'

interface LinkToCopyProps {
  label: string
  hint: string
  link: string
}

/** A link to copy, or to send by whatever the device sends with. */
export function LinkToCopy({ label, hint, link }: LinkToCopyProps) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    setIsCopied(true)
  }
  return (
    <>
      <TextField
        label={label}
        hint={hint}
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
    </>
  )
}
