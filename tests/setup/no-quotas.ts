/** The sample customer buys, saves and is written to again and again; how often one may has tests of its own. */
export const NO_QUOTAS = Object.fromEntries(
  [
    'LIMIT_UNPAID_PURCHASES',
    'LIMIT_OPEN_PURCHASES',
    'LIMIT_SAVED_QUOTES',
    'LIMIT_FILE_MEGABYTES',
    'LIMIT_MAILS_PER_DAY',
    'LIMIT_KEPT_ANSWERS_PER_DAY',
    'LIMIT_ADDED_CARS_PER_DAY',
    'LIMIT_FINANCE_APPLICATIONS_PER_DAY',
    'LIMIT_SIGN_IN_CHANGES_PER_DAY',
    'LIMIT_PAYMENT_PAGES_PER_DAY',
    'LIMIT_OFFER_ANSWERS_PER_DAY',
    'LIMIT_ANONYMOUS_QUOTES_PER_DAY',
    'LIMIT_VISITOR_BOOKINGS_PER_HOUR',
    'LIMIT_VISITOR_BOOKINGS_PER_DAY',
  ].map((name) => [name, '999999999']),
)
