import { useState } from 'react'
import { $ownerDraft, keepOwnerDraft } from '#stores/journey/new-journey.ts'
import { useJourneyPage } from '../../journey-page.ts'
import { useFaults } from '#ui/fields/use-faults.ts'
import { typedDetails, type TypedDetails, type TypedLicence } from './owner-form.ts'

/** Typed licences by journey id. They are kept until the page is reloaded (decision 11). */
const licences = new Map<string, TypedLicence>()

/** Owner details in a form. Typed text is stored at once, so that a reload loses nothing. */
export function useDetails() {
  const { journey } = useJourneyPage()
  const [typed, setTyped] = useState(() =>
    typedDetails(journey, $ownerDraft.get(), licences.get(journey.id)),
  )
  const faults = useFaults()

  /** @param path The field whose error is cleared. */
  const change = (path: string, part: Partial<TypedDetails>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    keepOwnerDraft(next)
    if (part.driverLicence) licences.set(journey.id, part.driverLicence)
    faults.forget(path)
  }
  return { typed, change, ...faults }
}

/** The part of it that fields need. */
export type DetailsForm = Pick<ReturnType<typeof useDetails>, 'typed' | 'change' | 'faultAt'>
