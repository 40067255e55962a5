import type { ReactNode } from 'react'
import type { OpenRecall } from '#lib/vehicles/recall-shapes.ts'
import { Notice } from './Notice.tsx'

/** The title of the notice, for example `Urgent: this car has an open recall`. */
export const openRecallTitle = (recalls: readonly OpenRecall[]): string => {
  const what = recalls.length === 1 ? 'an open recall' : `${recalls.length} open recalls`
  return recalls.some(({ severity }) => severity === 'COMPULSORY')
    ? `Urgent: this car has ${what}`
    : `This car has ${what}`
}

/** The open recalls of a car that is typed or chosen (decision 69); empty where it has none. */
export const OpenRecallNotice = ({
  recalls,
  children,
}: {
  recalls: readonly OpenRecall[]
  children?: ReactNode
}) =>
  recalls.length > 0 && (
    <Notice kind="warning" title={openRecallTitle(recalls)}>
      <ul className="open-recalls">
        {recalls.map(({ recallNumber, title, description, severity }) => (
          <li key={recallNumber}>
            <strong>{title}</strong>
            {severity === 'COMPULSORY' && ' (compulsory)'}. {description}{' '}
            <span className="nowrap">Recall {recallNumber}.</span>
          </li>
        ))}
      </ul>
      {children}
    </Notice>
  )
