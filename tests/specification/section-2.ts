import type { Row } from './rows.ts'

const PATHS = 'src/lib/site-paths.test.ts'
const ROUTES = 'src/islands/account/routes.test.ts'
const STEPS = 'src/lib/domain/journey-steps.test.ts'
const JOURNEY = 'src/islands/journey/Journey.test.tsx'
const MOVING_ON = 'src/islands/journey/JourneySteps.test.tsx'
const PAYMENT = 'src/islands/journey/steps/payment/Payment.test.tsx'
const MENU = 'src/islands/menu/UserMenu.test.tsx'
const LINKS = 'src/islands/menu/links.test.ts'
const SIGN_IN = 'src/ui/SignInForm.test.tsx'
const CHOOSER = 'src/islands/service/VehicleChooser.test.tsx'
const TOASTS = 'src/islands/toasts/Toasts.test.tsx'

/** Screens and routes. */
export const rows: Row[] = [
  ['destinations are pages below the base path', PATHS, 'below %s are the destinations'],
  ['links to them are whole addresses', LINKS, 'staff with a customer can go there'],
  [
    'build and quote opens a saved quote',
    'src/islands/builder/address.test.ts',
    'names a saved quote before anything else',
  ],
  [
    'a change of route scrolls to the top, in a purchase',
    MOVING_ON,
    'the next step has the focus, the title and its address',
  ],
  [
    'and in the customer area',
    'src/islands/account/Account.test.tsx',
    'a visitor is led to signing in, and back to what was wanted',
  ],
  [
    'also where only the query changes, as in the staff area',
    'src/ui/use-hash.test.ts',
    '§2 after every in-app route change the page scrolls to the top, also of a query alone',
  ],

  ['the customer area: its routes and their names', ROUTES, 'each route has its heading'],
  ['signing in comes first', ROUTES, 'a visitor is led to signing in'],
  ['quotes', ROUTES, 'a customer sees their quotes'],
  ['reservations with the flag', ROUTES, 'reservations are there with the flag'],
  ['and not without it', ROUTES, 'reservations are not there without it'],
  ['agreements are My Purchases', ROUTES, 'an unknown route is My Purchases'],
  ['forgotten password', ROUTES, 'anybody can ask for a new password'],
  [
    'in three steps',
    'src/islands/account/network-faults.test.tsx',
    'a forgotten password, in its three steps',
  ],
  ['create an account', ROUTES, 'a visitor can create an account'],
  ['the staff area: Customer Search', 'src/islands/staff/routes.test.ts', '#/search'],

  [
    'a journey is opened by its id',
    JOURNEY,
    'a saved purchase asks a stranger to sign in, and then opens where it was asked for',
  ],
  [
    'without one it starts from option and quote',
    JOURNEY,
    'a new purchase starts from a quote, at the first step',
  ],
  [
    'a loading animation meanwhile',
    JOURNEY,
    'a returning customer is met without a hydration error',
  ],
  ['the eight steps, in order', STEPS, 'in order, by the names on the screen'],
  ['trade-in is hidden for a lease', STEPS, 'LEASE hides %j'],
  ['trade-in and finance are hidden for a reservation', STEPS, 'RESERVATION hides %j'],
  ['finance is hidden for cash', STEPS, 'CASH hides %j'],
  [
    'finance is hidden without a journey',
    STEPS,
    'without a journey Finance is hidden and nothing is enabled or completed',
  ],
  [
    'owner details: sign-in while unsaved, confirmation once saved',
    STEPS,
    'owner details: sign-in only while unsaved, confirmation only once saved',
  ],
  [
    'finance begins with Residence & Employment',
    STEPS,
    'finance opens with Residence & Employment',
  ],
  [
    'its other sub-steps go once applied for',
    STEPS,
    'finance: the last three are hidden once applied for',
  ],
  ['payment with its statusCode', STEPS, 'the hash #/j-1/payment?statusCode=PAID is read'],
  ['which is a hint', PAYMENT, 'the address only hints: what the journey says is what counts'],
  ['complete', PAYMENT, 'paid, the way leads on to Complete'],
  ['completed: owner details confirmed', STEPS, 'owner details confirmed'],
  ['completed: pre-approval applied for', STEPS, 'applied for pre-approval'],
  ['completed: a confirmed date', STEPS, 'a confirmed date'],
  ['completed: trade vehicles', STEPS, 'trade vehicles present'],
  ['completed: before the furthest step', STEPS, 'before the furthest'],

  ['the menu opens and closes', MENU, 'its button opens and closes it'],
  [
    'Escape blurs a focused input, or closes',
    MENU,
    'Escape leaves a focused input first, then closes and goes back to the button',
  ],
  ['Login by address, and Register with its button', MENU, 'offers to log in and to register'],
  [
    'then the password',
    SIGN_IN,
    'asks for a code and goes on to the password, which takes the focus',
  ],
  ['Back', SIGN_IN, 'goes back to the address and forgets the password'],
  ['Send code again', SIGN_IN, 'sends the code again with an empty password'],
  [
    'Forgotten password? and all of it in a browser',
    'tests/e2e/account.e2e.ts',
    '§2 the user menu: two steps, Back, a new code, links, Escape, Log out',
  ],
  ['Hi, and the first name', MENU, 'a customer is met without a hydration error'],
  ['My Profile, My Quotes, My Purchases', LINKS, 'a customer can go there'],
  [
    'My Reservations with the flag',
    LINKS,
    'a customer, with reservations switched on can go there',
  ],
  ['Customer Search for staff alone', LINKS, 'staff with no customer can go there'],
  ['Log out', MENU, 'logging out forgets the session at once'],
  [
    'staff in an account: the sentence, Sign out, the avatar',
    MENU,
    'staff acting for a customer are told so, and the avatar shows it',
  ],

  [
    'the chooser: title, welcome, vehicles and Other',
    CHOOSER,
    'greets a returning customer by its sentence, without a hydration error',
  ],
  ['Continue returns the vehicle', CHOOSER, 'returns the vehicle that is chosen'],
  [
    'Other takes text; nothing happens without',
    CHOOSER,
    '§5 Continue does nothing without a choice, nor for Other without text',
  ],
  ['any text', 'src/lib/domain/vehicle.test.ts', 'the registration %j is written %j'],
  [
    'the chooser in a browser',
    'tests/e2e/service.e2e.ts',
    '§2 a customer chooses one of their vehicles, or another',
  ],

  ['toasts stand top-centre in the account area', TOASTS, 'in the customer area they stand %s'],
  [
    'at every width, also with the menu open',
    'tests/e2e/toasts.e2e.ts',
    'messages are where the specification puts them at every width, and an open menu begins below them',
  ],
  ['and top-right in the purchase', TOASTS, 'in the purchase area they stand %s'],
]
