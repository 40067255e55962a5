import { useState } from 'react'
import type { Person } from '#lib/people/shapes.ts'
import { Button } from '../Button.tsx'
import { personDates, standing } from './labels.ts'

/** A person, with the buttons that send their invitation again and withdraw it. */
export function PersonLine({
  person,
  sendAgain,
  remove,
}: {
  person: Person
  sendAgain: (() => Promise<void>) | null
  remove: () => Promise<void>
}) {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const run = async (action: () => Promise<void>) => {
    if (isBusy) return
    setIsBusy(true)
    await action()
    setIsBusy(false)
    setIsAsking(false)
  }
  const { name, email } = person
  return (
    <li className="people__person">
      <p>
        <strong>{name}</strong>, <span className="people__text">{email}</span>
        <br />
        {standing(person)}
      </p>
      <p className="small quiet">{personDates(person)}</p>
      {isAsking ? (
        <div className="stack stack--s">
          <p>They’ll no longer see this purchase. Their comments will stay.</p>
          <div className="cluster">
            <Button isSmall isBusy={isBusy} onClick={() => void run(remove)}>
              Withdraw the invitation
              <span className="visually-hidden"> for {name}</span>
            </Button>
            <Button kind="quiet" isSmall onClick={() => setIsAsking(false)}>
              Keep it
            </Button>
          </div>
        </div>
      ) : (
        <div className="cluster no-print">
          {sendAgain && (
            <Button kind="quiet" isSmall isBusy={isBusy} onClick={() => void run(sendAgain)}>
              Send again
              <span className="visually-hidden">: {name}</span>
            </Button>
          )}
          <Button kind="quiet" isSmall onClick={() => setIsAsking(true)}>
            Withdraw
            <span className="visually-hidden">: {name}</span>
          </Button>
        </div>
      )}
    </li>
  )
}
