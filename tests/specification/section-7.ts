import type { Row } from './rows.ts'

const CLIENT = 'src/lib/api/client.test.ts'
const KEEPING = 'src/stores/keep-session.test.ts'
const REFRESH = 'src/stores/refresh.test.ts'

/** The calls it makes. */
export const rows: Row[] = [
  [
    '300,000 ms for every request',
    CLIENT,
    'a request gives up after 300000 ms (specification §7, §9)',
  ],
  [
    'also for a refresh, which is not aborted before',
    REFRESH,
    'an answer after 100 seconds still keeps the session',
  ],
  [
    'waiting for it goes on to the next try',
    REFRESH,
    'after 15 seconds the next try begins, and the first answer to come counts',
  ],
  ['401: refreshed and tried again once', CLIENT, 'is retried once with a newer token'],
  ['else: not logged in', CLIENT, 'means signed out when there is no newer token'],
  [
    'the token is refreshed 60 seconds before its expiry',
    'src/stores/keep-fresh.test.ts',
    '§7, §9 a token is refreshed exactly 60 seconds before its expiry, and the next one too',
  ],
  ['the user is fetched once on load', KEEPING, '§7 a page with a token fetches its user once'],
  ['and after sign-in', KEEPING, '§7 after signing in it is fetched once, not again by the page'],
  [
    'also where the code of a purchase signs in',
    KEEPING,
    '§7 it is fetched once, however many parts of the page ask meanwhile',
  ],
  ['a form to sign in, and no cookies', CLIENT, 'signing in sends a form and no cookies'],
  [
    'signing out revokes both tokens',
    'src/stores/sign-in.test.ts',
    '§7 ends the session here first, then at the server by both tokens',
  ],
]
