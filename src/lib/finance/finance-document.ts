/**
 * The document that an applicant for finance signs (decision 35). A changed word needs a new version: each signed
 * document is stored with its version, its text and the SHA-256 of it.
 */
export const FINANCE_DOCUMENT = {
  version: '2026-11-23',
  title: 'Application for finance: what you declare and agree to',
  notes: [
    'We are not the lender. We pass your application on, and the lender decides. A pre-approval is subject to the lender’s checks; it isn’t an offer of credit and doesn’t commit you.',
    'Before you sign a credit contract, the lender discloses to you the amount, the annual interest rate, the fees, the payments, your right to cancel, and what you can do in hardship.',
    'We keep your answers encrypted and send them to the lender for this application only. You can ask both of us to see and correct what we hold about you.',
  ],
  declarations: {
    isTrue: 'What I have entered is true and complete.',
    creditCheckConsent:
      'I agree that the lender checks my credit record and asks the agencies that keep it. The check will appear on my credit file.',
    electronicConsent:
      'I agree to receive documents and to sign electronically, and that my name or drawing below is my signature.',
  },
} as const

export type Declaration = keyof typeof FINANCE_DOCUMENT.declarations

const { version, title, notes, declarations } = FINANCE_DOCUMENT

/** The document as one text, as it is stored and hashed. */
export const financeDocumentText = [
  title,
  `Version ${version}`,
  ...notes,
  ...Object.values(declarations),
].join('\n\n')
