import './people.css'
import { useEffect, useRef, useState } from 'react'
import type { ApiCall } from '#lib/api/client.ts'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import {
  addPurchaseComment,
  getPeople,
  invitePerson,
  removePerson,
  sendInvitationAgain,
} from '#lib/people/calls.ts'
import type { People as PeopleShape } from '#lib/people/shapes.ts'
import { Button } from '../Button.tsx'
import { Loading } from '../Loading.tsx'
import { Notice } from '../Notice.tsx'
import { useLiveQuery } from '../hooks/use-live-query.ts'
import { InviteForm } from './InviteForm.tsx'
import { PersonLine } from './PersonLine.tsx'
import { CommentForm, Talk } from './Talk.tsx'

interface PeopleProps {
  id: string
  call: ApiCall
  /** Staff act for the buyer: they see everyone, and may withdraw an invitation. */
  isActing?: boolean
  /** Called when an invitation is withdrawn or sent: the purchase may wait for somebody else now. */
  onChanged?: () => void
}

/** The people whom a buyer has invited to a purchase: who they are, what they say, and a form to invite another. */
export function People({ id, call, isActing = false, onChanged }: PeopleProps) {
  const asked = useLiveQuery(`people ${id}`, () => call(getPeople, { params: { id } }))
  const [isInviting, setIsInviting] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [news, setNews] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    if (news) status.current?.focus()
  }, [news])
  if (asked.state === 'loading') return <Loading text="Loading the people in this purchase" />
  if (asked.state === 'failed')
    return (
      <Notice
        kind="error"
        title="We couldn’t load the people in this purchase"
        tryAgain={asked.refetch}
      >
        {asked.message}
      </Notice>
    )
  const { people, events, most, canInvite, canComment, waitsFor } = asked.value
  const change = async (
    done: string,
    send: () => Promise<Result<PeopleShape>>,
  ): Promise<Result<PeopleShape>> => {
    setTrouble('')
    const answer = await send()
    if (!answer.ok) return answer
    asked.refetch()
    setNews(done)
    onChanged?.()
    return answer
  }
  const press = async (...change_: Parameters<typeof change>) => {
    const answer = await change(...change_)
    if (!answer.ok) setTrouble(failureMessage(answer.failure))
  }
  const over = !canInvite && !canComment && people.length < most
  return (
    <div className="people">
      {waitsFor && (
        <Notice kind="warning" title="Waiting for approval">
          {waitsFor}
        </Notice>
      )}
      {people.length === 0 ? (
        <p>
          {over
            ? 'You haven’t invited anyone to this purchase.'
            : 'Buying together, or for a company? Invite a partner, a joint buyer or an approver. They use their own account to see the car and its price, and to comment. They never see your finance answers, your driver licence or your documents.'}
        </p>
      ) : (
        <ul className="people__list">
          {people.map((person) => (
            <PersonLine
              key={person.personId}
              person={person}
              sendAgain={
                isActing || !['INVITED', 'LAPSED'].includes(person.state) || over
                  ? null
                  : () =>
                      press(
                        `We’ve emailed ${person.name} a new link. The old one no longer works.`,
                        () =>
                          call(sendInvitationAgain, {
                            params: { id, personId: person.personId },
                          }),
                      )
              }
              remove={() =>
                press(`${person.name} no longer has access to this purchase.`, () =>
                  call(removePerson, { params: { id, personId: person.personId } }),
                )
              }
            />
          ))}
        </ul>
      )}
      {trouble && (
        <Notice kind="error" title="We couldn’t make this change">
          {trouble}
        </Notice>
      )}
      {!isActing &&
        canInvite &&
        (isInviting ? (
          <InviteForm
            cancel={() => setIsInviting(false)}
            send={async (person) => {
              const answer = await change(
                `We’ve emailed ${person.name} an invitation. The link works for two weeks.`,
                () => call(invitePerson, { params: { id }, body: person }),
              )
              if (answer.ok) setIsInviting(false)
              return answer
            }}
          />
        ) : (
          <div>
            <Button kind="quiet" onClick={() => setIsInviting(true)}>
              {people.length === 0 ? 'Invite someone' : 'Invite another person'}
            </Button>
          </div>
        ))}
      {people.length >= most && (
        <p className="small quiet">
          You’ve invited {most} {most === 1 ? 'person' : 'people'}, the most you can. To invite
          another, withdraw an invitation.
        </p>
      )}
      <p className="small quiet" role="status" ref={status} tabIndex={-1}>
        {news}
      </p>
      {events.length > 0 && <Talk events={events} />}
      {!isActing && canComment && (
        <CommentForm
          send={async (text) => {
            const answer = await call(addPurchaseComment, { params: { id }, body: { text } })
            if (answer.ok) asked.refetch()
            return answer
          }}
        />
      )}
    </div>
  )
}
