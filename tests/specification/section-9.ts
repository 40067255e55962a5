import type { Row } from './rows.ts'

const CATALOGUE = 'tests/error-catalogue.test.ts'
const CLIENT = 'src/lib/api/client.test.ts'
const TOASTS = 'src/islands/toasts/Toasts.test.tsx'
const PAGES = 'tests/e2e/pages.e2e.ts'

/** Business constants and limits. */
export const rows: Row[] = [
  ['all constants by their values', CATALOGUE, 'the constants of section 9'],
  [
    'one update in five seconds',
    'src/stores/journey-updates.test.ts',
    '§4, §9 a burst is sent as its first and its last, five seconds apart',
  ],
  [
    '300,000 ms for every request',
    CLIENT,
    'a request gives up after 300000 ms (specification §7, §9)',
  ],
  [
    'a refresh 60 seconds before the end',
    'src/stores/refresh.test.ts',
    '§7, §9 a refresh keeps the new tokens, and when to refresh them: 60 seconds before they expire',
  ],
  [
    'at refreshAt',
    'src/lib/timing.test.ts',
    'a token that came at %i ms and lasts %i s is refreshed at %i ms',
  ],
  ['a toast closes after five seconds', TOASTS, 'a toast goes by itself after five seconds'],
  [
    'the newest on top, one of an id, no bar of progress',
    TOASTS,
    'the newest is on top, and there is one of an id',
  ],
  [
    'top-centre and top-right',
    PAGES,
    '§9 messages stand top-centre in the account area, top-right in the purchase',
  ],
  [
    'five seconds for what is stored',
    'src/stores/new-journey.test.ts',
    '§4, §9 a user who cannot be fetched is waited for five seconds, and taken over when they come',
  ],
  [
    'the chat is looked for 30 times, a second apart',
    'src/stores/chat.test.ts',
    'is given up after 30 attempts, and looked for anew for the next user',
  ],
  [
    'a code of six digits',
    'src/ui/fields.test.tsx',
    '§5 a code of six digits is taken from whatever is pasted',
  ],
  [
    'the placeholder journey and customer',
    'src/stores/new-journey.test.ts',
    '§3, §4 a purchase starts here, under the placeholder id and customer',
  ],
  [
    'the placeholder name and address',
    'src/lib/domain/quote-customer.test.ts',
    'nobody is anonymous',
  ],
  [
    'breakpoints',
    'tests/breakpoints.test.ts',
    '§9 responsive breakpoints: sm 520px, md 720px, lg 960px, xl 1240px, xxl 1520px, and no other',
  ],
  ['the site key of the captcha', 'tests/api/site.test.ts', 'tell pages what they must know'],
  ['days as yyyy-mm-dd', 'src/lib/domain/dates.test.ts', '2026-11-20 is a day: %s'],
  [
    'times with an offset',
    'src/lib/domain/dates.test.ts',
    'at 2026-11-20T23:30:00+13:00 it is %s in Auckland',
  ],
]
