import { LICENCE_QUESTIONS } from '#lib/finance/licence-questions.ts'
import { QuestionField } from '../../QuestionField.tsx'
import type { TypedLicence } from './owner-form.ts'
import type { DetailsForm } from './use-details.ts'

const FIELDS = Object.keys(LICENCE_QUESTIONS) as (keyof TypedLicence)[]

/** The owner's driver licence, which may be added later. */
export const LicenceFields = ({ typed, change, faultAt }: DetailsForm) => (
  <fieldset className="stack">
    <legend>
      Driver licence <span className="field__mark">(optional)</span>
    </legend>
    <p className="fine-print">
      Your dealer needs it to register the car in your name. Enter all three details now, or show
      your licence when you collect the car. We keep it encrypted, and never in this browser.
    </p>
    {FIELDS.map((field) => (
      <QuestionField
        key={field}
        question={{ ...LICENCE_QUESTIONS[field], field }}
        isOfOptionalGroup
        given={typed.driverLicence[field]}
        error={faultAt(`driverLicence.${field}`, LICENCE_QUESTIONS[field].label)}
        onChange={(given) =>
          change(`driverLicence.${field}`, {
            driverLicence: { ...typed.driverLicence, [field]: String(given ?? '') },
          })
        }
      />
    ))}
  </fieldset>
)
