import { useEffect, useState } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { PERSISTENCE_TIMEOUT_MS } from '#lib/shared/constants.ts'
import { getOwnerships } from '#lib/customers/calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { $customer, $session } from '#stores/session/session.ts'
import type { ServiceDraft } from '#stores/service/service-draft.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Loading } from '#ui/Loading.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { RegistrationForm } from './RegistrationForm.tsx'
import { VehicleChooser, type ChosenVehicle, type OwnedVehicle } from './VehicleChooser.tsx'

interface Props {
  draft: ServiceDraft
  onChosen: (chosen: ChosenVehicle) => void
}

/**
 * Takes the vehicle: from the customer's own, or typed by visitors and when the vehicles cannot be loaded
 * (decision 44).
 */
export function VehicleStep({ draft, onChosen }: Props) {
  const { token, user } = useIslandStore($session, SIGNED_OUT)
  const customer = useIslandStore($customer, null)
  const isOverdue = useIsOverdue(token !== null && user === null)
  if (customer)
    return (
      <OwnVehicles
        key={customer.id}
        customerId={customer.id}
        firstName={customer.name.firstName}
        draft={draft}
        onChosen={onChosen}
      />
    )
  // A session whose user is still loading.
  if (token && !user && !isOverdue) return <Loading text="Getting your vehicles" />
  return <RegistrationForm draft={draft} onChosen={onChosen} offersSignIn={token === null} />
}

function useIsOverdue(isWaiting: boolean): boolean {
  const [isOverdue, setIsOverdue] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsOverdue(true), PERSISTENCE_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isOverdue
}

async function loadVehicles(id: number): Promise<Result<OwnedVehicle[]>> {
  const answer = await siteCall(getOwnerships, { params: { id } })
  if (answer.ok) return { ok: true, value: answer.value.ownershipBasicInfos.map(({ car }) => car) }
  console.warn('The ownerships could not be loaded:', failureMessage(answer.failure))
  return answer
}

function OwnVehicles({
  customerId,
  firstName,
  draft,
  onChosen,
}: Props & { customerId: number; firstName: string }) {
  const asked = useQuery(`ownerships ${customerId}`, () => loadVehicles(customerId))
  if (asked.state === 'loading') return <Loading text="Getting your vehicles" />
  if (asked.state === 'failed')
    return <RegistrationForm draft={draft} onChosen={onChosen} offersSignIn={false} />
  return (
    <VehicleChooser
      vehicles={asked.value}
      firstName={firstName}
      chosen={draft.registration}
      onChosen={onChosen}
    />
  )
}
