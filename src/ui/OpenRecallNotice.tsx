import type { ReactNode } from 'react'
import type { OpenRecall } from '#lib/vehicles/recall-shapes.ts'
import { openRecallTitle } from '#lib/vehicles/open-recall-title.ts'
import { Notice } from './Notice.tsx'

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
