import type { Row } from './rows.ts'

const CATALOGUE = 'tests/error-catalogue.test.ts'
const FIELDS = 'src/ui/fields.test.tsx'
const SIGN_IN = 'src/ui/SignInForm.test.tsx'
const PICKER = 'src/ui/AddressPicker.test.tsx'
const LINES = 'src/ui/AddressLines.test.tsx'
const CLIENT = 'src/lib/api/client.test.ts'
const REFRESH = 'src/stores/refresh.test.ts'
const CHOOSER = 'src/islands/service/VehicleChooser.test.tsx'
const PROFILE = 'src/islands/account/profile-form.test.ts'
const IDENTITY = 'tests/api/identity.test.ts'

/** Validation rules. */
export const rows: Row[] = [
  ['an address to log in with: text, an at sign, text', SIGN_IN, 'does not take %j for an address'],
  ['nothing stricter than that', 'src/lib/domain/email.test.ts', 'a@b: %s'],
  ['what is said of one that is none', CATALOGUE, 'the messages of the two fields'],
  ['the password is not empty, and its sentence', SIGN_IN, 'wants something in the field'],
  ['the password step takes the password', IDENTITY, 'signs a customer in with the password'],
  [
    'a new account’s, once its code was entered',
    'tests/api/registration-codes.test.ts',
    '§5 signs in once the code of the registration’s email was entered, and not before',
  ],
  [
    'one field for both, which says so',
    SIGN_IN,
    'the field says that the code goes there too, and shows what may be one as it is typed',
  ],
  ['or the code that was mailed', SIGN_IN, 'signs in with a password or a code'],
  ['which signs in, once', 'tests/api/identity-codes.test.ts', 'works once'],
  ['a code has six digits', FIELDS, '§5 a code of six digits is taken from whatever is pasted'],
  [
    'a text field looks at its pattern when it is left',
    FIELDS,
    '§5 a pattern is checked when the field is left, and the field is marked until it changes',
  ],
  [
    '(optional) and the star',
    FIELDS,
    '§5 an optional field says so, a required one has a star that is not read out',
  ],
  [
    'money loses $ and commas, and reads well when left',
    FIELDS,
    '§5 an amount is read without $ and commas, and reads well when left',
  ],
  ['so do other numbers', FIELDS, '§5 a whole number takes commas and gives them back'],
  [
    'the chooser wants a choice, and text for Other',
    CHOOSER,
    '§5 Continue does nothing without a choice, nor for Other without text',
  ],
  [
    'the sentence of the address picker',
    PICKER,
    'says what to do when the text that was typed is no address of the list',
  ],
  [
    'it is said where a form is sent with such text',
    PROFILE,
    '§5 what was typed and not picked is no address, and does not take the place of one',
  ],
  ['entering it manually', LINES, 'opens the lines with what was typed, and leads back'],
  ['a parameter missing from the path', CLIENT, 'in the path'],
  ['a parameter missing from the body', CLIENT, 'in the body'],
  ['its sentence', CATALOGUE, 'a missing parameter is refused before anything is sent'],
  ['400 and others of the token endpoint', CATALOGUE, 'a token endpoint that answers %i'],
  ['their status is named', CLIENT, 'an unexpected answer of the token endpoint names its status'],
  ['a refresh without a stored token', REFRESH, '§5 without a stored token it says Not logged in'],
  [
    'a refresh without a refresh token',
    REFRESH,
    '§5 without a refresh token it says No longer logged in and clears the session',
  ],
]
