import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listPurchaseFiles } from '#lib/purchases/file-calls.ts'
import { formatDay, aucklandDay } from '#lib/shared/dates.ts'
import { fileSize, FILE_TYPES, MOST_DOCUMENTS } from '#lib/shared/files.ts'
import { siteCall } from '#stores/site/api.ts'
import { sendDocument } from '#stores/journey/purchase-files.ts'
import { $isActing } from '#stores/session/session.ts'
import { isUnderWay, sendFiles } from '#stores/journey/uploads.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Notice } from '#ui/Notice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { FilePicker } from './files/FilePicker.tsx'
import { sendDocumentFile } from './files/send-file.ts'
import { RemoveFile } from './files/RemoveFile.tsx'
import { Uploads, useUploads } from './files/Uploads.tsx'

/** The documents sent for the conditions of a credit decision, with a form to send more. */
export function ConditionDocuments({ id }: { id: string }) {
  const target = `documents ${id}`
  const uploads = useUploads(target)
  const isActing = useIslandStore($isActing, false)
  const button = useRef<HTMLButtonElement>(null)
  const section = useRef<HTMLElement>(null)
  const [note, setNote] = useState('')
  const sent = uploads.filter(({ state }) => state === 'sent').length
  const asked = useQuery(`documents ${id}`, () => siteCall(listPurchaseFiles, { params: { id } }))
  const files = asked.state === 'ready' ? asked.value.files : []
  const documents = files.filter(({ kind }) => kind === 'FINANCE_DOCUMENT')
  const refetch = useEffectEvent(() => {
    if ('refetch' in asked) asked.refetch()
  })
  useEffect(() => {
    if (sent > 0) refetch()
  }, [sent])
  const room = MOST_DOCUMENTS - documents.length - uploads.filter(isUnderWay).length
  const choose = (files: File[]) => {
    // The buttons disappear once there is no room left.
    if (files.length >= room) requestAnimationFrame(() => section.current?.focus())
    setNote(
      files.length > room
        ? `You can send up to ${MOST_DOCUMENTS} documents. We’ve added the first ${room} of the ${files.length} you chose.`
        : '',
    )
    sendFiles(target, files.slice(0, room), (file) =>
      sendDocumentFile(file, (document, name) => sendDocument(id, name.slice(-200), document)),
    )
  }
  return (
    <section
      className="stack stack--s"
      aria-labelledby="condition-documents"
      tabIndex={-1}
      ref={section}
    >
      <h2 className="record__title" id="condition-documents">
        Documents for the lender
      </h2>
      {asked.state === 'failed' && (
        <Notice kind="error" tryAgain={asked.refetch}>
          {asked.message}
        </Notice>
      )}
      {documents.length > 0 && (
        <ul className="documents">
          {documents.map((file) => (
            <li className="documents__item" key={file.fileId}>
              <p>
                <span className="documents__name">{file.name}</span>
                <br />
                <span className="small quiet">
                  {fileSize(file.sizeBytes)}, sent {formatDay(aucklandDay(file.createdAt))}
                  {file.isRead && ', opened by our team'}
                </span>
              </p>
              {!file.isRead && !isActing && (
                <RemoveFile
                  id={id}
                  fileId={file.fileId}
                  name={file.name ?? 'document'}
                  onGone={() => {
                    if ('refetch' in asked) asked.refetch()
                    requestAnimationFrame(() => button.current?.focus())
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isActing ? (
        <p className="small quiet">
          {documents.length === 0 && 'No documents sent yet. '}Only the customer can send documents
          for a finance application.
        </p>
      ) : (
        <>
          <p className="small quiet">
            PDFs or photos, up to 10 MB each. We keep them encrypted, and our team opens them to
            pass them on to the lender.
          </p>
          {room > 0 && (
            <FilePicker
              label="Choose documents"
              of="for the lender"
              accept={FILE_TYPES}
              button={button}
              onChoose={choose}
            />
          )}
          {note && (
            <p className="small" role="status">
              {note}
            </p>
          )}
          <Uploads uploads={uploads} words={['document', 'documents']} />
        </>
      )}
    </section>
  )
}
