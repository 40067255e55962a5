import { addPurchaseNote } from '#lib/purchases/staff-calls.ts'
import type { StaffPurchase } from '#lib/staff/shapes.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { DELIVERY_STAGES } from '#lib/catalogue/delivery.ts'
import { isToBeBuilt } from '#lib/purchases/held-car.ts'
import { siteCall } from '#stores/site/api.ts'
import { TextArea } from '#ui/fields/TextArea.tsx'
import { ActionForm } from '../ActionForm.tsx'
import { typedForms } from '#stores/session/ended-session.ts'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { eventLabel } from './labels.ts'

/** The events and notes of a purchase, the latest first. */
export function PurchaseHistory({
  purchase,
  onChanged,
}: {
  purchase: StaffPurchase
  onChanged: () => void
}) {
  const { journey, events, notes, delivery } = purchase
  // A reserved car may have got further before it was bought.
  const isOrderedAt = (at: string) =>
    isToBeBuilt(delivery.history.findLast((stage) => stage.at <= at)?.status)
  const lines = [
    { at: journey.created, what: 'Started', by: '', isNote: false },
    ...events
      .map(({ at, by, event, detail }) => ({
        at,
        by,
        what: [eventLabel(event, isOrderedAt(at)), detail].filter(Boolean).join(': '),
        isNote: false,
      }))
      // A note with the reason repeats the event.
      .filter(
        (move) =>
          !notes.some(({ at, text }) => at === move.at && text.startsWith(`${move.what}: `)),
      ),
    ...delivery.history.map(({ at, status }) => ({
      at,
      by: '',
      what: DELIVERY_STAGES.find((stage) => stage.status === status)?.label ?? status,
      isNote: false,
    })),
    ...notes.map(({ at, by, text }) => ({ at, by, what: text, isNote: true })),
  ]
    .reverse()
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
  return (
    <>
      <AddNote id={journey.id} onChanged={onChanged} />
      <ol className="staff-timeline">
        {lines.map(({ at, by, what, isNote }, index) => (
          <li key={`${at} ${index}`} data-note={isNote ? '' : undefined}>
            <p className={isNote ? 'staff-message__text' : undefined}>{what}</p>
            <p className="small quiet">
              <time dateTime={at}>{formatInstant(at)}</time>
              {by && ` · ${by}`}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}

function AddNote({ id, onChanged }: { id: string; onChanged: () => void }) {
  const form = `note ${id}`
  const [text, setText] = useDraftState(typedForms, `${form} text`, '')
  return (
    <ActionForm
      form={form}
      label="Write a note"
      submit="Save the note"
      isReady={text.trim() !== ''}
      done="Note saved."
      run={async () => {
        const answer = await siteCall(addPurchaseNote, {
          params: { id },
          body: { text: text.trim() },
        })
        if (answer.ok) setText('')
        return answer
      }}
      onChanged={onChanged}
    >
      {(wasTried) => (
        <TextArea
          label="Note"
          hint="For our team. The customer sees this if they download their data."
          rows={3}
          maxLength={1000}
          value={text}
          onChange={setText}
          error={wasTried && !text.trim() ? 'Please write something' : ''}
        />
      )}
    </ActionForm>
  )
}
