import { isNzbn } from '#lib/shared/nzbn.ts'
import { TextField, type TextFieldProps } from '#ui/fields/TextField.tsx'

type NameField = 'companyName' | 'nzbn' | 'firstName' | 'lastName'

/** The fields for the name of the company, if it is one, and of the person. */
export const NameFields = ({
  isCompany,
  text,
}: {
  isCompany: boolean
  /** The props of a field from its form. */
  text: (
    field: NameField,
    label: string,
  ) => Pick<TextFieldProps, 'label' | 'value' | 'error' | 'onChange'>
}) => (
  <>
    {isCompany && (
      <>
        <TextField {...text('companyName', 'Company name')} required autoComplete="organization" />
        <TextField
          {...text('nzbn', 'NZBN')}
          optional
          inputMode="numeric"
          hint="Your 13-digit New Zealand Business Number"
          pattern={(typed) => isNzbn(typed.replace(/\s/g, ''))}
          patternMessage="NZBN must be 13 digits starting with 94"
        />
      </>
    )}
    <div className="field-row">
      <TextField {...text('firstName', 'First name')} required autoComplete="given-name" />
      <TextField {...text('lastName', 'Last name')} required autoComplete="family-name" />
    </div>
  </>
)
