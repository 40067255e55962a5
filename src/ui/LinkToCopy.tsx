import { useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { TextField } from './fields/TextField.tsx'

interface LinkToCopyProps {
  label: string
  hint: string
  link: string
  /** An address is copied, and not shared. */
  what?: 'link' | 'address'
}

/** A link to copy, or to share where the device can. */
export function LinkToCopy({ label, hint, link, what = 'link' }: LinkToCopyProps) {
  const [news, setNews] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setNews(what === 'link' ? 'Link copied.' : 'Address copied.')
    } catch {
      // The clipboard is missing without a secure connection, and some browsers refuse it.
      field.current?.focus()
      field.current?.select()
      setNews(`We couldn’t copy the ${what}. It’s selected, so you can copy it yourself.`)
    }
  }
  return (
    <>
      <TextField
        label={label}
        hint={hint}
        ref={field}
        readOnly
        value={link}
        onChange={() => {}}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="cluster">
        <Button isSmall onClick={() => void copy()}>
          Copy {what}
        </Button>
        {what === 'link' && 'share' in navigator && (
          <Button
            isSmall
            kind="quiet"
            // Closing the share sheet rejects: that is no error.
            onClick={() => void navigator.share({ url: link }).catch(() => {})}
          >
            Share link
          </Button>
        )}
        <span className="small quiet" role="status">
          {news}
        </span>
      </div>
    </>
  )
}
