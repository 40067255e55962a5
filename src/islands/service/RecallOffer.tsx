import { useEffect, useRef } from 'react'
import {
  bookedRecalls,
  changeDraft,
  loadOpenRecalls,
  type ServiceDraft,
} from '#stores/service/service-draft.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { OpenRecallNotice } from '#ui/OpenRecallNotice.tsx'

/** The open recalls of the chosen car, whose repairs one press adds to the booking (decision 69). */
export function RecallOffer({ draft }: { draft: ServiceDraft }) {
  const box = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  const lookUp = useQuery('open recalls', async () => {
    const failure = await loadOpenRecalls()
    return failure ? { ok: false, failure } : { ok: true, value: null }
  })
  // The button with the focus is gone: focus the opposite one.
  useEffect(() => {
    if (wasPressed.current) box.current?.querySelector('button')?.focus()
    wasPressed.current = false
  }, [draft.recallNumbers])
  const book = (recallNumbers: string[]) => {
    wasPressed.current = true
    changeDraft({ recallNumbers })
  }
  const booked = bookedRecalls(draft)
  const left = (draft.openRecalls ?? []).filter((recall) => !booked.includes(recall))
  const one = left.length === 1
  if (lookUp.state === 'failed')
    return (
      <Notice title="We couldn’t check this car for recalls" tryAgain={lookUp.refetch}>
        <p>
          You can still book. If it has an outstanding recall, your booking and the email will say
          so.
        </p>
      </Notice>
    )
  if (left.length + booked.length === 0) return null
  return (
    <div className="stack" ref={box}>
      <OpenRecallNotice recalls={left}>
        <p>The repair is free. We can do it during the same visit.</p>
        <p>
          <Button
            isSmall
            onClick={() => book((draft.openRecalls ?? []).map(({ recallNumber }) => recallNumber))}
          >
            {one ? 'Add the free repair' : 'Add the free repairs'}
          </Button>
        </p>
      </OpenRecallNotice>
      {booked.length > 0 && (
        <Notice kind="success" title="The free recall repair is part of this booking">
          <p>{booked.map(({ title }) => title).join(', ')}</p>
          <p>
            <button type="button" className="link-button" onClick={() => book([])}>
              Remove it
            </button>
          </p>
        </Notice>
      )}
    </div>
  )
}
