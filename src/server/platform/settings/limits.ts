/** Every limit by name, with its default. Limits cannot be switched off; a test may lower one. */
export const LIMITS = {
  /** Sign-in requests per address and minute; beyond it one with a password or a code needs a captcha. */
  LIMIT_TOKEN_PER_MINUTE: 120,
  /** Pages rendered for each request (the purchase), per address and minute. */
  LIMIT_RENDERED_PAGES_PER_MINUTE: 600,
  /** Wrong passwords per network and minute, over all accounts, before each try needs a captcha. */
  LIMIT_NETWORK_PASSWORD_FAILURES_PER_MINUTE: 30,
  /** Wrong passwords per account and network in a quarter of an hour. */
  LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: 10,
  /** Wrong passwords per account in a day, over all networks, before each needs a captcha. */
  LIMIT_PASSWORD_FAILURES_PER_DAY: 20,
  /** Codes of each kind requested by one address in an hour, before a captcha is needed and mail is slowed down. */
  LIMIT_CODES_PER_HOUR: 5,
  /** The same in a day. */
  LIMIT_CODES_PER_DAY: 10,
  /** Sign-in codes requested per network and day, before each needs a captcha. */
  LIMIT_NETWORK_CODES_PER_DAY: 60,
  /**
   * Codes of each kind that one network or customer has mailed in a day to an address that isn’t the one of an account in
   * use; from everyone together five times as many. Beyond that they are slowed down.
   */
  LIMIT_UNPROVEN_CODE_MAILS_PER_DAY: 10,
  LIMIT_NETWORK_UNPROVEN_CODE_MAILS_PER_DAY: 500,
  LIMIT_NETWORK_MESSAGES_PER_DAY: 100,
  /** Tries at one code. */
  LIMIT_CODE_TRIES: 5,
  /** Quotes calculated per address and minute. */
  LIMIT_QUOTES_PER_MINUTE: 600,
  /** Documents written per address and minute. */
  LIMIT_DOCUMENTS_PER_MINUTE: 60,
  /** Photos, and documents, sent per address and minute. */
  LIMIT_UPLOADS_PER_MINUTE: 120,
  /** Codes of quotes tried per address and minute. */
  LIMIT_QUOTE_CODES_PER_MINUTE: 30,
  /** Accounts created per address and hour. */
  LIMIT_ACCOUNTS_PER_HOUR: 60,
  /** Messages left per address and hour. */
  LIMIT_MESSAGES_PER_HOUR: 20,
  /** Acknowledgements of enquiries per email address and day. */
  LIMIT_ENQUIRY_MAILS_PER_DAY: 3,
  /** Emails that ask one address to confirm a watch, per day. */
  LIMIT_WATCH_MAILS_PER_DAY: 3,
  /** Cars watched by one email address at once. */
  LIMIT_WATCHES_AT_ONCE: 10,
  /** Purchases of one customer that hold a car, or wait for one, with nothing paid. */
  LIMIT_UNPAID_PURCHASES: 3,
  /** Quotes kept for one customer, those of purchases included. */
  LIMIT_SAVED_QUOTES: 200,
  /** Purchases of one customer that are started and not confirmed. */
  LIMIT_OPEN_PURCHASES: 20,
  /** Photos and documents of one customer, in megabytes. */
  LIMIT_FILE_MEGABYTES: 200,
  /** Photos and documents sent per network and day, in megabytes. */
  LIMIT_NETWORK_FILE_MEGABYTES_PER_DAY: 1000,
  /** Photos and documents of one customer that are read in a day, kept or not. */
  LIMIT_FILES_READ_PER_DAY: 300,
  /** Calls with an `Idempotency-Key` per customer and day, because their answers are stored. */
  LIMIT_KEPT_ANSWERS_PER_DAY: 1000,
  /** The same of visitors, per network. */
  LIMIT_NETWORK_KEPT_ANSWERS_PER_DAY: 2000,
  /** The same of all customers of a network. */
  LIMIT_NETWORK_CUSTOMER_ANSWERS_PER_DAY: 5000,
  /** Register look-ups to add a car, per customer and day. */
  LIMIT_ADDED_CARS_PER_DAY: 30,
  /** Questions to the register for the list of a customer's cars, per customer and day. */
  LIMIT_LISTED_CARS_PER_DAY: 60,
  /** Finance applications sent to the lender per customer and day. */
  LIMIT_FINANCE_APPLICATIONS_PER_DAY: 10,
  /** The same per network and day. */
  LIMIT_NETWORK_FINANCE_APPLICATIONS_PER_DAY: 20,
  /** Soft checks by the lender per network and day, and by all networks. */
  LIMIT_NETWORK_SOFT_CHECKS_PER_DAY: 30,
  LIMIT_SOFT_CHECKS_PER_DAY: 3000,
  /** Trade-ins of one customer that wait for an offer. */
  LIMIT_OPEN_APPRAISALS: 10,
  /** Offers for trade-ins requested per network and day. */
  LIMIT_NETWORK_APPRAISALS_PER_DAY: 30,
  /** Password changes and added passkeys per customer and day; each sends an email. */
  LIMIT_SIGN_IN_CHANGES_PER_DAY: 20,
  /** Pages for a payment opened in a day, of one purchase. */
  LIMIT_PAYMENT_PAGES_PER_DAY: 50,
  /** Answers to offers for trade-ins in a day, of one purchase. */
  LIMIT_OFFER_ANSWERS_PER_DAY: 50,
  /** Times a day that the hand-over of one purchase is booked or moved. */
  LIMIT_HAND_OVER_CHANGES_PER_DAY: 50,
  /** Links to a purchase's calendar or shared page made in a day, of one purchase. */
  LIMIT_PURCHASE_LINKS_PER_DAY: 30,
  /** Calendars, and shared pages, of purchases read per address and minute. */
  LIMIT_PURCHASE_LINKS_PER_MINUTE: 240,
  /** People whom a buyer has invited to one purchase, at once. */
  LIMIT_PURCHASE_PEOPLE: 3,
  /** Invitations to a purchase emailed in a day, by one customer, and to one address. */
  LIMIT_INVITATIONS_PER_DAY: 10,
  /** The same by one customer to one address. */
  LIMIT_INVITATIONS_TO_ONE_PER_DAY: 3,
  /** Invitations to purchases emailed per network and day. */
  LIMIT_NETWORK_INVITATIONS_PER_DAY: 50,
  LIMIT_NETWORK_EMAIL_CHANGES_PER_DAY: 50,
  /** Comments and answers of one person in a day, on one purchase. */
  LIMIT_PURCHASE_COMMENTS_PER_DAY: 30,
  /** The same on purchases per network and day. */
  LIMIT_NETWORK_COMMENTS_PER_DAY: 500,
  /** Cars that customers add to theirs per network and day. */
  LIMIT_NETWORK_ADDED_CARS_PER_DAY: 200,
  /** Emails caused by one customer, per day. */
  LIMIT_MAILS_PER_DAY: 50,
  /** Purchases confirmed by customers with nothing paid, per network and day. */
  LIMIT_UNPAID_PURCHASES_PER_DAY: 12,
  /** The same at once: those that hold a car, or wait for one. */
  LIMIT_NETWORK_UNPAID_PURCHASES: 12,
  /** Quotes calculated per network and day. */
  LIMIT_ANONYMOUS_QUOTES_PER_DAY: 5000,
  /** Quotes saved by customers per network and day. */
  LIMIT_NETWORK_SAVED_QUOTES_PER_DAY: 5000,
  /** Prices that get a code per network and day. */
  LIMIT_NETWORK_QUOTE_CODES_PER_DAY: 5000,
  /** Purchases started by customers per network and day. */
  LIMIT_NETWORK_STARTED_PURCHASES_PER_DAY: 1000,
  /** Cars to watch asked for per network and day. */
  LIMIT_NETWORK_WATCHES_PER_DAY: 50,
  /** Quotes mailed per customer and hour. */
  LIMIT_QUOTE_MAILS_PER_HOUR: 5,
  /** Quotes mailed per network and day. */
  LIMIT_NETWORK_QUOTE_MAILS_PER_DAY: 200,
  /** Prices of one customer’s quotes that get a code in a day. */
  LIMIT_QUOTE_CODES_PER_DAY: 100,
  /** Payment checks per address and minute. The provider is asked about each payment once in three seconds. */
  LIMIT_PAYMENT_CHECKS_PER_MINUTE: 600,
  /** Plate look-ups per address and minute. */
  LIMIT_CAR_LOOKUPS_PER_MINUTE: 30,
  /** Recall look-ups per address and minute. */
  LIMIT_RECALL_LOOKUPS_PER_MINUTE: 30,
  /** Address searches per address and minute. */
  LIMIT_ADDRESS_SEARCHES_PER_MINUTE: 600,
  /** Questions to the register about cars, per network and day; what it answered in the last day is not asked again. */
  LIMIT_NETWORK_REGISTER_QUESTIONS_PER_DAY: 200,
  /** The same of all visitors and customers together. */
  LIMIT_REGISTER_QUESTIONS_PER_DAY: 2000,
  /** Questions to a provider of addresses, per network and day. */
  LIMIT_NETWORK_ADDRESS_QUESTIONS_PER_DAY: 1000,
  /** The same of all visitors and customers together. */
  LIMIT_ADDRESS_QUESTIONS_PER_DAY: 10_000,
  /** Workshop times held by one address at once. */
  LIMIT_SERVICE_HOLDS_AT_ONCE: 10,
  /** Workshop times held by one customer at once. */
  LIMIT_CUSTOMER_SERVICE_HOLDS_AT_ONCE: 3,
  /** Workshop times held per address and minute. */
  LIMIT_SERVICE_HOLDS_PER_MINUTE: 60,
  /** Percent of a dealer’s day that visitors may hold, or book without confirming it. */
  LIMIT_VISITOR_WORKSHOP_PERCENT: 50,
  /** Service bookings per address and hour. */
  LIMIT_SERVICE_BOOKINGS_PER_HOUR: 60,
  /** Service bookings made or moved by one customer in a day. */
  LIMIT_SERVICE_BOOKINGS_PER_DAY: 10,
  /** Service bookings to come, of one customer. */
  LIMIT_OPEN_SERVICE_BOOKINGS: 5,
  /** Service bookings without an account per network and hour. */
  LIMIT_VISITOR_BOOKINGS_PER_HOUR: 10,
  /** Service bookings of visitors and customers, per network and day. */
  LIMIT_NETWORK_SERVICE_BOOKINGS_PER_DAY: 20,
  /** Service bookings to come per network. */
  LIMIT_NETWORK_OPEN_SERVICE_BOOKINGS: 40,
  /** Links to confirm a booking, per email address and day. */
  LIMIT_VISITOR_BOOKINGS_PER_DAY: 5,
  /** Bodies that arrive at once in one process, files and others each. */
  LIMIT_BODIES: 1000,
  /** The same for one address. */
  LIMIT_BODIES_PER_ADDRESS: 200,
  /** Bytes of bodies in one process. */
  LIMIT_BODY_BYTES: 64 * 1024 * 1024,
  /** Calls of all kinds per address and minute. */
  LIMIT_CALLS_PER_MINUTE: 6000,
  /** Of these, the ones that change something. */
  LIMIT_CHANGES_PER_MINUTE: 1500,
} as const
export type LimitName = keyof typeof LIMITS
