import { normalisePlate, REGISTRATION_MAX } from '#lib/vehicles/vehicle.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

export const PLATE_MESSAGE = 'Enter one to six letters and digits, as on the plate'
export const VIN_MESSAGE = 'A VIN has 17 letters and digits, and never I, O or Q'

/** A registration as free text, shown in capitals. */
export const RegistrationField = (props: Omit<TextFieldProps, 'label'>) => (
  <TextField
    label="Registration"
    autoCapitalize="characters"
    autoComplete="off"
    spellCheck={false}
    maxLength={REGISTRATION_MAX}
    inputClass="input input--capitals input--plate"
    {...props}
  />
)

/** A New Zealand number plate. */
export const PlateField = (props: Omit<TextFieldProps, 'label'>) => (
  <RegistrationField
    pattern={(text) => normalisePlate(text) !== null}
    patternMessage={PLATE_MESSAGE}
    maxLength={12}
    isShort
    {...props}
  />
)
