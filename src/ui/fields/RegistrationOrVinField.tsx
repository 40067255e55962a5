import { RegistrationField } from './PlateField.tsx'
import type { TextFieldProps } from './TextField.tsx'

/** A registration, or the VIN of a car in its place. */
export const RegistrationOrVinField = (props: Omit<TextFieldProps, 'label'>) => (
  <RegistrationField
    hint="The number plate, or the 17-character VIN."
    inputClass="input input--capitals"
    maxLength={24}
    {...props}
  />
)
