import '#ui/people/people.css'
import { useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { removePerson } from '#lib/people/calls.ts'
import type { StaffPurchase } from '#lib/staff/shapes.ts'
import { siteCall } from '#stores/site/api.ts'
import { Notice } from '#ui/Notice.tsx'
import { PersonLine } from '#ui/people/PersonLine.tsx'
import { Talk } from '#ui/people/Talk.tsx'
import { Section } from '../Section.tsx'

/** The people whom the buyer has invited, and what was said. Staff may withdraw an invitation. */
export function People({
  purchase: { journey, people },
  onChanged,
}: {
  purchase: StaffPurchase
  onChanged: () => void
}) {
  const [trouble, setTrouble] = useState('')
  if (people.people.length === 0 && people.events.length === 0) return null
  return (
    <Section title="People">
      <div className="people">
        {people.waitsFor && <p>{people.waitsFor}</p>}
        <ul className="people__list">
          {people.people.map((person) => (
            <PersonLine
              key={person.personId}
              person={person}
              sendAgain={null}
              remove={async () => {
                setTrouble('')
                const params = { id: journey.id, personId: person.personId }
                const answer = await siteCall(removePerson, { params })
                if (answer.ok) onChanged()
                else setTrouble(failureMessage(answer.failure))
              }}
            />
          ))}
        </ul>
        {trouble && (
          <Notice kind="error" title="We couldn’t withdraw the invitation">
            {trouble}
          </Notice>
        )}
        <Talk events={people.events} />
      </div>
    </Section>
  )
}
