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

/** The files that were chosen for one place and are on their way there, or were just sent. */
export function useUploads(target: string): Upload[] {
  useEffect(() => watchUploads(target), [target])
  return useIslandStore($uploads, NONE).filter((upload) => upload.target === target)
}

/** How far they have come, in words and as a bar, and those that did not arrive. */
export function Uploads({
  uploads,
  words: [one, many],
}: {
  uploads: Upload[]
  /** What one is called, and several. */
  words: [one: string, many: string]
}) {
  const status = useRef<HTMLParagraphElement>(null)
  const [leftOut, setLeftOut] = useState('')
  /** The button that was pressed goes with its file. */
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
    leftOut && `${leftOut} is left out.`,
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
                  Leave it out<span className="visually-hidden">: {name}</span>
                </button>
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
