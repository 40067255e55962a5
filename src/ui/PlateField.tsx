import { normalisePlate } from '#lib/domain/vehicle.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

export const PLATE_MESSAGE = 'Registration must be one to six letters and digits, as on the plate'

/** A number plate, shown in capitals however it is typed. */
export const PlateField = (props: Omit<TextFieldProps, 'label'>) => (
  <TextField
    label="Registration"
    pattern={(text) => normalisePlate(text) !== null}
    patternMessage={PLATE_MESSAGE}
    autoCapitalize="characters"
    autoComplete="off"
    spellCheck={false}
    maxLength={12}
    inputClass="input input--capitals input--plate"
    isShort
    {...props}
  />
)
