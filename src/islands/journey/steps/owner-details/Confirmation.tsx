import { useState, type SubmitEvent } from 'react'
import { updateCustomer as updateCustomerCall } from '#lib/customers/calls.ts'
import type { Customer } from '#lib/customers/shapes.ts'
import type { OwnerDetails } from '#lib/purchases/forms.ts'
import { addressLookUp } from '#stores/site/addresses.ts'
import { siteCall } from '#stores/site/api.ts'
import { AddressPicker } from '#ui/fields/AddressPicker.tsx'
import { $journey, $updateFailure, updateLater } from '#stores/journey/journey-updates.ts'
import { takeCustomer } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { refusedFields } from '#lib/shared/faults.ts'
import { useJourneyPage } from '../../journey-page.ts'
import { $outlets } from '../../outlets.ts'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { ContactFields } from './ContactFields.tsx'
import { CONTACT_FIELDS, checkOwner, missingOnRecord } from './owner-form.ts'
import { LicenceFields } from './LicenceFields.tsx'
import { OutletChoice } from './OutletChoice.tsx'
import { outletIn } from './outlet-order.ts'
import { useDetails, type DetailsForm } from './use-details.ts'

/** All owner details in one place, to review. They are confirmed here and nowhere else. */
export function Confirmation() {
  const { journey, goOn } = useJourneyPage()
  const { form, typed, change, faultAt, show, forget } = useDetails()
  const outlets = useIslandStore($outlets, null)
  const listed = Array.isArray(outlets) ? outlets : []
  const [chosen, setChosen] = useState(journey.outletCode ?? '')
  const [isSending, setIsSending] = useState(false)
  const outletCode = chosen || outletIn(typed.postalAddress, listed)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    const checked = checkOwner(typed)
    // If there are no outlets to choose from, the customer can still go on.
    const outletFault = outletCode === '' && (outlets === null || listed.length > 0)
    if (!checked.ok || outletFault)
      return show({
        ...(!checked.ok && checked.faults),
        ...(outletFault && { outletCode: 'Please choose a dealer' }),
      })
    setIsSending(true)
    const ownerDetails = checked.value
    const isSaved = await goOn({
      ownerDetails,
      outletCode: outletCode || null,
      hasConfirmedOwnerDetails: true,
    })
    setIsSending(false)
    const failure = $updateFailure.get()
    // As the update has just answered it: the record may have been filled in elsewhere.
    if (isSaved) void fillInRecord(($journey.get() ?? journey).customer, ownerDetails)
    else if (failure) show(refusedFields(failure, FIELDS, /^ownerDetails\./) ?? {})
  }

  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <StepHeading title="Confirm your details">
        We’ll use these on the sale agreement and the car’s registration.
      </StepHeading>
      <ContactFields {...{ typed, change, faultAt }} isEmailFixed />
      <AddressFields {...{ typed, change, faultAt }} />
      {typed.customerType === 'INDIVIDUAL' && <LicenceFields {...{ typed, change, faultAt }} />}
      <OutletChoice
        postcode={typed.postalAddress.postcode}
        value={outletCode}
        error={outletCode ? undefined : faultAt('outletCode', 'Dealer')}
        onChange={(code) => {
          setChosen(code)
          updateLater({ outletCode: code })
          forget('outletCode')
        }}
      />
      <StepActions isSending={isSending} />
    </form>
  )
}

const FIELDS = [...CONTACT_FIELDS, 'postalAddress', 'outletCode']

/** Saves the customer typing it again for the next purchase. A failure does not affect this one. */
async function fillInRecord(customer: Customer, details: OwnerDetails) {
  const missing = missingOnRecord(customer, details)
  if (!missing) return
  const answer = await siteCall(updateCustomerCall, { params: { id: customer.id }, body: missing })
  if (answer.ok) takeCustomer(answer.value)
}

const lookUp = addressLookUp()

/** The postal address of the owner. */
const AddressFields = ({ typed, change, faultAt }: DetailsForm) => (
  <AddressPicker
    value={typed.postalAddress}
    onChange={(postalAddress, line) =>
      change(line ? `postalAddress.${line}` : 'postalAddress', { postalAddress })
    }
    faultAt={(line, label) => faultAt(`postalAddress.${line}`, label)}
    lookUp={lookUp}
    required
  />
)
