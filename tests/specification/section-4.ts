import type { Row } from './rows.ts'

const SESSION = 'src/stores/session.test.ts'
const REFRESH = 'src/stores/refresh.test.ts'
const SIGN_IN = 'src/ui/SignInForm.test.tsx'
const STEPS = 'src/lib/domain/journey-steps.test.ts'
const CHAT = 'src/stores/chat.test.ts'

/** States and transitions. */
export const rows: Row[] = [
  ['the codes of a journey, and what moves it', STEPS, 'EXPIRED, owner confirmed %s, enables %j'],
  ['the first five steps while STARTED', STEPS, 'STARTED, owner confirmed %s, enables %j'],
  [
    'a token set to nothing clears user, customer and purchase',
    SESSION,
    'setting the access token to empty clears user, impersonated customer and purchase',
  ],
  [
    'one refresh at a time, its result for all',
    REFRESH,
    '§4 callers meanwhile wait for the one refresh and get its result',
  ],
  ['Back clears the password', SIGN_IN, 'goes back to the address and forgets the password'],
  [
    'the widget is looked for each second, 30 times',
    CHAT,
    'is given up after 30 attempts, and looked for anew for the next user',
  ],
]
