/** The accounts of demo mode (contract, "Settings"). All of them are fictional. */

export const SAMPLE_PASSWORD = 'demo password 2026'

export const SAMPLE_STAFF_ACCOUNTS = [
  { email: 'staff@demo.example', what: 'an admin, who can do everything' },
  { email: 'manager@demo.example', what: 'a manager' },
  { email: 'sales@demo.example', what: 'sales staff' },
  { email: 'service@demo.example', what: 'service staff' },
] as const

export const SAMPLE_ACCOUNTS = [
  { email: 'customer@demo.example', what: 'a customer who owns two vehicles' },
  { email: 'company@demo.example', what: 'a company' },
  ...SAMPLE_STAFF_ACCOUNTS,
] as const
