import type { Row } from './rows.ts'

const CATALOGUE = 'tests/error-catalogue.test.ts'
const CLIENT = 'src/lib/api/client.test.ts'
const SIGN_IN = 'src/stores/sign-in.test.ts'
const UPDATES = 'src/stores/journey-updates.test.ts'

/** The error catalogue. */
export const rows: Row[] = [
  ['401: refreshed and tried again once', CLIENT, 'is retried once with a newer token'],
  ['else: not logged in', CLIENT, 'twice means signed out'],
  ['500, 503 and others that cannot be read, messages, one message', CATALOGUE, '%i with %s'],
  ['properties in words', 'src/lib/domain/words.test.ts', 'mobilePhone reads %s'],
  ['a body that breaks off', CLIENT, 'of a GET is asked for a second time'],
  [
    '400 of quotes, recalls and mailed quotes',
    CATALOGUE,
    'the codes of quotes, recalls and mailed quotes',
  ],
  [
    'ServerError means the same with 400 and with 500',
    CLIENT,
    'of calculating and of mailing a quote, answered with %i',
  ],
  [
    'those of recalls on the screen',
    'tests/e2e/recalls.e2e.ts',
    '§8 a refused security check and a register that is down keep what was typed',
  ],
  ['400 and others of the token endpoint', CATALOGUE, 'a token endpoint that answers %i'],
  [
    'a refused refresh clears the session',
    'src/stores/refresh.test.ts',
    '§4, §8 a refusal with %i clears the session',
  ],
  [
    'a refresh that the network keeps from the server says so',
    'src/stores/refresh.test.ts',
    'the network fails',
  ],
  ['and so does the call that needed it', CLIENT, 'whose refresh had no answer says so: %j'],
  ['a purchase that could not be fetched', CATALOGUE, 'that could not be fetched'],
  ['a purchase that could not be updated', CATALOGUE, 'that could not be updated'],
  [
    'an update that is refused answers false',
    UPDATES,
    '§8 a refused change is dropped, said, and the journey loaded anew',
  ],
  [
    'each change that fails says so, and a retry does not',
    UPDATES,
    '§8 journey update failure: a warning toast for each change that fails, and none for retries',
  ],
  [
    'a sign-in with a password that fails',
    SIGN_IN,
    '§8 a wrong password is said once by its message',
  ],
  ['a sign-in without one that fails', SIGN_IN, '§4, §8 asking for a code fails silently'],
  ['a sign-out that fails', CATALOGUE, 'Failed to sign out'],
  ['a user that cannot be fetched', SIGN_IN, '§8 a user that cannot be fetched is only logged'],
  [
    'ownerships that cannot be loaded',
    'src/islands/service/VehicleChooser.test.tsx',
    '§8 is not shown where ownerships fail, which is logged',
  ],
  ['a new quote that cannot be set up', CATALOGUE, 'that could not be set up'],
  ['Hello for staff', CATALOGUE, 'Hello Sam'],
  ['Signed in for others', CATALOGUE, 'Signed in'],
  [
    'a request that takes too long',
    CLIENT,
    'a request that takes longer than the limit has timed out, and is not sent again',
  ],
  ['one that fails or is stopped', CLIENT, 'by a %s has %s'],
  ['all of it on the screen', 'tests/e2e/network.e2e.ts', '§8 the customer area, and signing out'],
]
