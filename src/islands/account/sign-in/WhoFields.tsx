import { isNzbn } from '#lib/shared/nzbn.ts'
import { TextField, type TextFieldProps } from '#ui/fields/TextField.tsx'

type WhoField = 'companyName' | 'nzbn' | 'firstName' | 'lastName'

/** Whose account it is: a company, where it is one’s, and the person. */
export const WhoFields = ({
  isCompany,
  text,
}: {
  isCompany: boolean
  /** A field’s share in the form. */
  text: (
    field: WhoField,
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
          hint="The 13 digits of the New Zealand Business Number"
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
