/** The accounts of demo mode (contract, "Settings"). All of them are fictional. */

export const SAMPLE_PASSWORD = 'demo password 2026'

export const SAMPLE_ACCOUNTS = [
  { email: 'customer@demo.example', what: 'a customer who owns two vehicles' },
  { email: 'company@demo.example', what: 'a company' },
  { email: 'staff@demo.example', what: 'a member of staff' },
] as const
