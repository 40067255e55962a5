import type { OwnerDetails } from '#lib/purchases/forms.ts'
import { aucklandDay, isDay } from '#lib/shared/dates.ts'
import type { Deps } from '#server/deps.ts'
import { fieldError, invalid } from '#server/platform/http/api-problem.ts'
import { toE164 } from '#server/customers/phone.ts'

const PHONES = ['mobilePhone', 'homePhone', 'workPhone'] as const

/**
 * Owner details as they are stored: phones in E.164.
 *
 * @throws {ApiProblem} 400 naming the wrong fields.
 */
export function checkedOwnerDetails(deps: Deps, typed: OwnerDetails): OwnerDetails {
  const faults = []
  const details: OwnerDetails = { ...typed }
  for (const field of PHONES) {
    const phone = typed[field]
    if (!phone) continue
    const number = toE164(phone)
    if (number === null)
      faults.push(
        fieldError(
          `ownerDetails.${field}`,
          'Enter a phone number. If it’s overseas, start with + and the country code',
        ),
      )
    else details[field] = number
  }
  if (typed.customerType === 'COMPANY' && !typed.companyName)
    faults.push(fieldError('ownerDetails.companyName', 'is required'))
  if (typed.dateOfBirth !== undefined && !isBirthDay(deps, typed.dateOfBirth))
    faults.push(
      fieldError('ownerDetails.dateOfBirth', 'Enter your date of birth, for example 27/3/1985'),
    )
  if (faults.length > 0) throw invalid(faults)
  return details
}

/** Whether a day exists and is past. */
export const isBirthDay = ({ now }: Deps, day: string): boolean =>
  isDay(day) && day >= '1900-01-01' && day < aucklandDay(now())
