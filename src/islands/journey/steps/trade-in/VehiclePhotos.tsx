import { useRef, useState } from 'react'
import { hasAllCalls } from '#lib/site/all-calls.ts'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import type { TradeVehicle } from '#lib/purchases/shapes.ts'
import { isNumberedHere } from '#lib/purchases/journey-patch.ts'
import { MOST_PHOTOS, PICTURE_TYPES } from '#lib/shared/files.ts'
import { readPicture } from '#stores/journey/file-content.ts'
import { sendPhoto } from '#stores/journey/purchase-files.ts'
import { isUnderWay, sendFiles } from '#stores/journey/uploads.ts'
import { Button } from '#ui/Button.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { FilePicker } from '../../files/FilePicker.tsx'
import { sendShrunkPicture } from '../../files/send-file.ts'
import { RemoveFile } from '../../files/RemoveFile.tsx'
import { Uploads, useUploads } from '../../files/Uploads.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { canEdit } from './trade-vehicle.ts'

/** The photos of a trade-in. */
export function VehiclePhotos({ vehicle }: { vehicle: TradeVehicle }) {
  const { id } = useJourneyPage().journey
  const { photos, registration } = vehicle
  const target = `photos ${vehicle.id}`
  const uploads = useUploads(target)
  const adder = useRef<HTMLButtonElement>(null)
  const section = useRef<HTMLElement>(null)
  const [note, setNote] = useState('')
  const isOpen = canEdit(vehicle)

  if (!hasAllCalls()) return null
  if (id === NEW_JOURNEY_ID || isNumberedHere(vehicle.id))
    return <p className="small quiet">You can add photos once your purchase is saved.</p>
  if (!isOpen && photos.length === 0) return null

  const room = MOST_PHOTOS - photos.length - uploads.filter(isUnderWay).length
  const choose = (files: File[]) => {
    // The buttons disappear once no more photos fit.
    if (files.length >= room) requestAnimationFrame(() => section.current?.focus())
    setNote(
      files.length > room
        ? `You can add up to ${MOST_PHOTOS} photos. We’ve added the first ${room} of the ${files.length} you chose.`
        : '',
    )
    sendFiles(target, files.slice(0, room), (file) =>
      sendShrunkPicture(file, (photo) => sendPhoto(id, vehicle.id, photo)),
    )
  }
  return (
    <section
      className="vehicle-photos stack stack--s"
      aria-label={`Photos of ${registration}`}
      tabIndex={-1}
      ref={section}
    >
      {isOpen && (
        <p className="small quiet">
          {photos.length > 0
            ? `${photos.length} of ${MOST_PHOTOS} photos`
            : `Add up to ${MOST_PHOTOS} photos to help us make an offer: all four sides, the inside, the odometer and any damage.`}
        </p>
      )}
      {photos.length > 0 && (
        <ul className="photos">
          {photos.map((fileId, index) => (
            <li className="photos__item" key={fileId}>
              <Photo id={id} fileId={fileId} alt={`Photo ${index + 1} of ${registration}`} />
              {isOpen && (
                <RemoveFile
                  id={id}
                  fileId={fileId}
                  name={`photo ${index + 1} of ${registration}`}
                  onGone={() => requestAnimationFrame(() => adder.current?.focus())}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <>
          {room > 0 && (
            <FilePicker
              label="Add photos"
              of={`of ${registration}`}
              accept={PICTURE_TYPES}
              button={adder}
              onChoose={choose}
            />
          )}
          {note && (
            <p className="small" role="status">
              {note}
            </p>
          )}
          <Uploads uploads={uploads} words={['photo', 'photos']} />
        </>
      )}
    </section>
  )
}

function Photo({ id, fileId, alt }: { id: string; fileId: string; alt: string }) {
  const asked = useQuery(fileId, () => readPicture(id, fileId))
  if (asked.state === 'ready')
    return <img className="photos__picture" src={asked.value} alt={alt} />
  if (asked.state === 'loading')
    return <div className="photos__picture skeleton" role="img" aria-label={`${alt}, loading`} />
  return (
    <div className="photos__picture photos__picture--missing">
      <p className="small">{asked.message}</p>
      <Button isSmall kind="quiet" onClick={asked.refetch}>
        Try again
      </Button>
    </div>
  )
}
