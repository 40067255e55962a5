import { useEffect, useRef, useState } from 'react'
import {
  $uploads,
  dropUpload,
  isUnderWay,
  retryUpload,
  watchUploads,
  type Upload,
} from '#stores/journey/uploads.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'

const NONE: Upload[] = []

/** The uploads for one target: waiting, running, failed or just sent. */
export function useUploads(target: string): Upload[] {
  useEffect(() => watchUploads(target), [target])
  return useIslandStore($uploads, NONE).filter((upload) => upload.target === target)
}

/** The progress of uploads in words and as a bar, and the failed ones. */
export function Uploads({
  uploads,
  words: [one, many],
}: {
  uploads: Upload[]
  /** The noun in singular and plural. */
  words: [one: string, many: string]
}) {
  const status = useRef<HTMLParagraphElement>(null)
  const [leftOut, setLeftOut] = useState('')
  /** Moves the focus, because the pressed button disappears with its file. */
  const act = (name: string, run: () => void) => {
    setLeftOut(name)
    run()
    requestAnimationFrame(() => status.current?.focus())
  }
  const counted = (count: number) => `${count} ${count === 1 ? one : many}`
  const failed = uploads.filter(({ state }) => state === 'failed')
  const all = uploads.length - failed.length
  const sent = uploads.filter(({ state }) => state === 'sent').length
  const isSending = uploads.some(isUnderWay)
  const news = [
    leftOut && `${leftOut} won’t be sent.`,
    isSending ? `Sending ${counted(all)}, ${sent} sent.` : sent > 0 && `${counted(sent)} sent.`,
    failed.length > 0 && `${counted(failed.length)} not sent.`,
  ]
  return (
    <div className="stack stack--s">
      <p className="small" role="status" tabIndex={-1} ref={status}>
        {news.filter(Boolean).join(' ')}
      </p>
      {isSending && <progress className="progress" value={sent} max={all} aria-label="Sent" />}
      {failed.length > 0 && (
        <ul className="stack stack--s">
          {failed.map(({ key, name, message, mayRetry }) => (
            <li className="upload-failed" key={key}>
              <p className="small">
                <strong className="upload-failed__name">{name}</strong>
                <br />
                {message}
              </p>
              <p className="cluster">
                {mayRetry && (
                  <Button isSmall kind="quiet" onClick={() => act('', () => retryUpload(key))}>
                    Try again<span className="visually-hidden"> to send {name}</span>
                  </Button>
                )}
                <button
                  type="button"
                  className="link-button"
                  onClick={() => act(name, () => dropUpload(key))}
                >
                  Don’t send it<span className="visually-hidden">: {name}</span>
                </button>
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
