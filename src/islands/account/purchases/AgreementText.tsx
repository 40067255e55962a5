import type { ReactNode, RefObject } from 'react'
import type { Agreement } from '#lib/purchases/agreement-shapes.ts'
import { readAgreement, type AgreementPart } from '#lib/purchases/sale-agreement.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { SummaryLine } from '#ui/SummaryLine.tsx'

/** The text of an agreement, as it was issued, with the joint buyers who signed it. */
export function AgreementText({
  agreement,
  heading,
  save,
}: {
  agreement: Agreement
  heading?: RefObject<HTMLHeadingElement | null>
  save?: ReactNode
}) {
  const { title, parts } = readAgreement(agreement.document)
  const { jointSignatures = [] } = agreement
  return (
    <article className="card receipt agreement">
      <div className="cluster cluster--between">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <span className="no-print">{save}</span>
      </div>
      {sectionsOf(parts).map((section, index) => (
        <section className="stack stack--s" key={index}>
          {section.map((part, position) => (
            <Part part={part} key={position} />
          ))}
        </section>
      ))}
      {jointSignatures.map(({ name, signedAt }) => (
        <p key={signedAt + name}>
          Signed by {name} as a joint buyer on {formatInstant(signedAt)}.
        </p>
      ))}
      <p className="fine-print">
        Issued on {formatInstant(agreement.issuedAt)}. Version {agreement.version}. Document
        fingerprint (SHA-256): <span className="agreement__hash">{agreement.documentSha256}</span>
      </p>
    </article>
  )
}

/** Splits the parts of a document into sections, each beginning with a heading. */
const sectionsOf = (parts: readonly AgreementPart[]): AgreementPart[][] =>
  parts.reduce<AgreementPart[][]>((sections, part) => {
    if ('heading' in part || sections.length === 0) return [...sections, [part]]
    return [...sections.slice(0, -1), [...sections.at(-1)!, part]]
  }, [])

function Part({ part }: { part: AgreementPart }) {
  if ('heading' in part) return <h3>{part.heading}</h3>
  if ('text' in part) return <p>{part.text}</p>
  return (
    <dl className="summary">
      {part.rows.map(([label, value, note], index) => (
        <SummaryLine key={index} label={label} value={value} note={note} />
      ))}
    </dl>
  )
}
