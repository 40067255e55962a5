import { formatInstant } from '#lib/shared/instants.ts'
import { useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { listPurchaseFiles } from '#lib/purchases/file-calls.ts'
import type { PurchaseFile } from '#lib/purchases/file-shapes.ts'
import type { TradeVehicle } from '#lib/purchases/shapes.ts'
import { fileSize } from '#lib/shared/files.ts'
import { siteCall } from '#stores/site/api.ts'
import { readFile, readPicture } from '#stores/journey/file-content.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { useQuery } from '#ui/hooks/use-query.ts'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'

/** The photos of a trade-in. They load at a press, as each reading is recorded in the history. */
export function Photos({ id, vehicle }: { id: string; vehicle: TradeVehicle }) {
  const [isOpen, setIsOpen] = useState(false)
  const { photos, registration } = vehicle
  if (photos.length === 0) return <p className="small quiet">No photos yet.</p>
  return (
    <>
      {isOpen && (
        <ul className="staff-photos">
          {photos.map((fileId, index) => (
            <li key={fileId}>
              <Photo id={id} fileId={fileId} name={`photo ${index + 1} of ${registration}`} />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button kind="quiet" isSmall aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'} {photos.length === 1 ? '1 photo' : `${photos.length} photos`}
        </Button>
      </div>
    </>
  )
}

function Photo({ id, fileId, name }: { id: string; fileId: string; name: string }) {
  const asked = useQuery(fileId, () => readPicture(id, fileId))
  return (
    <WhenLoaded asked={asked} name={name}>
      {(address) => (
        <img className="staff-photos__picture" src={address} alt={`P${name.slice(1)}`} />
      )}
    </WhenLoaded>
  )
}

/** The documents that the customer sent for the conditions of a finance decision. */
export function Documents({ id }: { id: string }) {
  const asked = useQuery(`files ${id}`, () => siteCall(listPurchaseFiles, { params: { id } }))
  return (
    <WhenLoaded asked={asked} name="the documents">
      {({ files }) => {
        const documents = files.filter(({ kind }) => kind === 'FINANCE_DOCUMENT')
        if (documents.length === 0) return <p className="quiet">No documents yet.</p>
        return (
          <>
            <ul className="staff-documents">
              {documents.map((file) => (
                <Document
                  key={file.fileId}
                  id={id}
                  file={file}
                  onOpened={() => 'refetch' in asked && asked.refetch()}
                />
              ))}
            </ul>
            <p className="small quiet">Each view is recorded in the customer’s history.</p>
          </>
        )
      }}
    </WhenLoaded>
  )
}

function Document({
  id,
  file,
  onOpened,
}: {
  id: string
  file: PurchaseFile
  onOpened: () => void
}) {
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const name = file.name ?? 'document'
  const open = async () => {
    setIsBusy(true)
    setTrouble('')
    const answer = await readFile(id, file.fileId)
    setIsBusy(false)
    if (!answer.ok) return setTrouble(failureMessage(answer.failure))
    saveFile(name, file.type, answer.value)
    onOpened()
  }
  return (
    <li className="staff-documents__item">
      <p>
        <span className="staff-documents__name">{name}</span>
        <br />
        <span className="small quiet">
          {fileSize(file.sizeBytes)}, sent {formatInstant(file.createdAt)}
          {file.isRead ? ', opened' : ', new'}
        </span>
      </p>
      <Button kind="quiet" isSmall isBusy={isBusy} onClick={() => void open()}>
        Download<span className="visually-hidden"> {name}</span>
      </Button>
      {trouble && (
        <p className="field__error" role="alert">
          {trouble}
        </p>
      )}
    </li>
  )
}
