import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { removeFile } from '#stores/journey/purchase-files.ts'

/** Removes a file after a confirmation. */
export function RemoveFile({
  id,
  fileId,
  name,
  onGone,
}: {
  id: string
  fileId: string
  /** For example `photo 2 of TOI101`. */
  name: string
  onGone: () => void
}) {
  const [state, setState] = useState<'there' | 'asked' | 'busy'>('there')
  const [trouble, setTrouble] = useState('')
  const keep = useRef<HTMLButtonElement>(null)
  const start = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (state === 'asked') keep.current?.focus()
  }, [state])

  const remove = async () => {
    setState('busy')
    setTrouble('')
    const answer = await removeFile(id, fileId)
    if (answer.ok) return onGone()
    setState('asked')
    setTrouble(failureMessage(answer.failure))
  }
  const stay = () => {
    setState('there')
    setTrouble('')
    requestAnimationFrame(() => start.current?.focus())
  }
  if (state === 'there')
    return (
      <button
        type="button"
        className="link-button small"
        ref={start}
        onClick={() => setState('asked')}
      >
        Remove<span className="visually-hidden"> {name}</span>
      </button>
    )
  const isBusy = state === 'busy'
  return (
    <div role="group" aria-label={`Remove ${name}?`} className="remove-file small">
      <span>{isBusy ? 'Removing' : 'Remove it?'}</span>
      <button
        type="button"
        className="link-button"
        aria-disabled={isBusy}
        onClick={() => isBusy || void remove()}
      >
        Yes<span className="visually-hidden">, remove {name}</span>
      </button>
      <button type="button" className="link-button" ref={keep} onClick={() => isBusy || stay()}>
        No<span className="visually-hidden">, keep {name}</span>
      </button>
      {trouble && (
        <p className="field__error" role="alert">
          {trouble}
        </p>
      )}
    </div>
  )
}
