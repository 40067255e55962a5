import type { Dealer, ServiceType } from '#content/schema/dealer.ts'
import type { Workshop } from '#lib/service/slots.ts'
import type { Deps } from '#server/deps.ts'
import { fieldError, invalid } from '#server/platform/http/api-problem.ts'

/** A service type at a workshop. */
export interface WorkshopService {
  outlet: Dealer
  workshop: Workshop
  type: ServiceType
}

/**
 * Finds the workshop and the service type of two codes.
 *
 * @throws {ApiProblem} 400 naming each unknown code.
 */
export function findWorkshopService(
  { catalogue: { dealers, service } }: Deps,
  { outletCode, serviceCode }: { outletCode: string; serviceCode: string },
): WorkshopService {
  const outlet = dealers.find((dealer) => dealer.outletCode === outletCode)
  const workshop = service.workshops.find((one) => one.outletCode === outletCode)
  const type = service.types.find(({ code }) => code === serviceCode)
  if (outlet && workshop && type)
    return { outlet, type, workshop: { ...workshop, region: outlet.region } }
  throw invalid([
    ...(outlet && workshop ? [] : [fieldError('outletCode', 'has no workshop')]),
    ...(type ? [] : [fieldError('serviceCode', 'is not one of our services')]),
  ])
}
