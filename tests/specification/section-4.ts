import type { Row } from './rows.ts'

const STEPS = 'src/lib/domain/journey-steps.test.ts'
const NEW_JOURNEY = 'src/stores/new-journey.test.ts'
const QUOTE_CUSTOMER = 'src/lib/domain/quote-customer.test.ts'
const SESSION = 'src/stores/session.test.ts'
const REFRESH = 'src/stores/refresh.test.ts'
const SIGN_IN = 'src/ui/SignInForm.test.tsx'
const CHAT = 'src/stores/chat.test.ts'

/** States and transitions. */
export const rows: Row[] = [
  [
    'the codes of a journey, and what moves it',
    'src/lib/domain/journey-status.test.ts',
    'nothing else moves a journey',
  ],
  [
    'STARTED enables the first five, and confirmation with its owner',
    STEPS,
    'STARTED, owner confirmed %s, enables %j',
  ],
  ['CONFIRMED enables payment and complete', STEPS, 'CONFIRMED, owner confirmed %s, enables %j'],
  ['AGREEMENT enables payment', STEPS, 'AGREEMENT, owner confirmed %s, enables %j'],
  ['NOCARAVAIL too', STEPS, 'NOCARAVAIL, owner confirmed %s, enables %j'],
  ['COMPLETE too', STEPS, 'COMPLETE, owner confirmed %s, enables %j'],
  ['CANCELLED too', STEPS, 'CANCELLED, owner confirmed %s, enables %j'],
  ['EXPIRED too', STEPS, 'EXPIRED, owner confirmed %s, enables %j'],

  [
    'without a customer a journey starts here',
    NEW_JOURNEY,
    '§3, §4 a purchase starts here, under the placeholder id and customer',
  ],
  [
    'with one, on the server, from the quote',
    NEW_JOURNEY,
    'a customer who is there from the start gets a purchase on the server',
  ],
  [
    'when creation fails, the one of that quote is reused',
    NEW_JOURNEY,
    '§4 when creation fails the purchase with the copied quote is gone on with',
  ],
  [
    'among all of the customer’s',
    'src/stores/customer-purchases.test.ts',
    'all purchases are looked at, and found by either quote',
  ],
  [
    'when none matches, the error is raised',
    NEW_JOURNEY,
    '§4 when none matches, the error is raised and nothing is lost',
  ],
  [
    'updates at most once in five seconds',
    'src/stores/journey-updates.test.ts',
    '§4, §9 a burst is sent as its first and its last, five seconds apart',
  ],

  [
    'a quote takes the customer’s id, name and address',
    QUOTE_CUSTOMER,
    'a customer fills what is missing',
  ],
  ['what it has already stays', QUOTE_CUSTOMER, 'what is given stays'],
  ['nobody: anonymous, with the placeholders', QUOTE_CUSTOMER, 'nobody is anonymous'],
  ['a missing address: anonymous', QUOTE_CUSTOMER, 'a customer without an e-mail is anonymous'],
  ['a missing name: anonymous', QUOTE_CUSTOMER, 'a customer without a name is anonymous'],
  [
    'so it travels',
    'src/stores/quote.test.ts',
    '§4 travels with the placeholders of an anonymous visitor',
  ],

  [
    'one refresh at a time, its result for all',
    REFRESH,
    '§4 callers meanwhile wait for the one refresh and get its result',
  ],
  ['in all tabs', REFRESH, '§4 refreshing together ask once and stay signed in'],
  [
    'in real tabs',
    'tests/e2e/tabs.e2e.ts',
    '§4 six tabs that refresh together stay signed in, by one refresh',
  ],
  ['a failed refresh clears the token', REFRESH, '§4, §8 a refusal with %i clears the session'],
  [
    'so does an absent answer, in the end',
    REFRESH,
    '§4 a silent server clears the session once the token has expired',
  ],
  [
    'logging in: the address, then the password',
    SIGN_IN,
    'asks for a code and goes on to the password, which takes the focus',
  ],
  [
    'Back to the first step clears the password',
    SIGN_IN,
    'goes back to the address and forgets the password',
  ],
  [
    'Send code again: the address, no password',
    SIGN_IN,
    'sends the code again with an empty password',
  ],

  [
    'no token: no user, no customer, no purchase',
    SESSION,
    'setting the access token to empty clears user, impersonated customer and purchase',
  ],
  [
    'nothing of them is left anywhere',
    'tests/e2e/forgotten.e2e.ts',
    '§4 signing out leaves nothing of a buyer, in any tab, nor after Back',
  ],
  [
    'staff set while acting get the customer',
    SESSION,
    'setting the current user as staff while impersonating puts the customer on the user',
  ],
  [
    'an updated customer replaces the user’s',
    SESSION,
    'updating the customer replaces it on the user',
  ],
  [
    'also where the ids differ',
    SESSION,
    '§4 updating the customer replaces it on the user, also where the ids differ',
  ],
  [
    'and the impersonated one, if it is the same',
    SESSION,
    'updating the customer replaces it on the impersonation if it is the same one',
  ],
  [
    'selecting a customer sets both',
    SESSION,
    'staff selecting a customer sets the user’s customer and the impersonated one',
  ],
  ['signing out of the impersonation', SESSION, 'signing out of the impersonation sets it to none'],
  ['no token, no user', SESSION, 'the current user is dropped if there is no token'],

  [
    'a user comes to a new quote: copy, outlet, trade-in, reload, journey',
    NEW_JOURNEY,
    '§4 quote, journey and typed details become the customer’s',
  ],
  [
    'vehicles are stamped with the day',
    'tests/api/journeys.test.ts',
    'vehicles are stamped with the day it is in New Zealand',
  ],
  ['errors are a toast with the message', NEW_JOURNEY, '§8 a failure is said in its own words'],

  [
    'the chat gets the four properties, and is cleared',
    CHAT,
    'gets the properties when a user is set, once, and is cleared on sign-out',
  ],
  [
    'it is looked for each second',
    CHAT,
    'is looked for each second, and told as soon as it is there',
  ],
  [
    '30 times, then no more',
    CHAT,
    'is given up after 30 attempts, and looked for anew for the next user',
  ],
  [
    'the user’s id goes to the data layer',
    'src/stores/analytics.test.ts',
    '§4 signing in pushes the user’s id, signing out takes it back',
  ],
  [
    'that of staff too',
    'src/stores/analytics.test.ts',
    '§4 signing in pushes an id of staff as well, by their number and not their address',
  ],

  [
    'what is stored is there before the page renders',
    'src/stores/keep-session.test.ts',
    '§4 what is stored is there before the page renders',
  ],
  [
    'five seconds are waited for what is not',
    NEW_JOURNEY,
    '§4, §9 a user who cannot be fetched is waited for five seconds, and taken over when they come',
  ],
  ['startOver', SESSION, 'clears session and purchase and leaves the address without it'],
  [
    'startOver, in a browser',
    'tests/e2e/forgotten.e2e.ts',
    '§4 startOver forgets the session on this device only',
  ],
]
