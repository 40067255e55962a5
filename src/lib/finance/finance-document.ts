/**
 * The document that an applicant for finance signs (decision 35). A changed word needs a new version: each signed
 * document is stored with its version, its text and the SHA-256 of it.
 */
export const FINANCE_DOCUMENT = {
  version: '2026-11-28',
  title: 'Application for finance: what you declare and agree to',
  notes: [
    'We are not the lender. We send your application to the lender, who decides. A pre-approval is subject to the lender’s checks. It is not an offer of credit and does not commit you.',
    'Before you sign a credit contract, the lender will disclose the amount, the annual interest rate, the fees, the payments, your right to cancel, and your options if you are in hardship.',
    'We keep your answers encrypted and send them to the lender for this application only. You can ask us and the lender to show you the information we each hold about you, and to correct it.',
  ],
  declarations: {
    isTrue: 'The information I have entered is true and complete.',
    creditCheckConsent:
      'I agree that the lender may check my credit record with credit reporters. The check will appear on my credit file.',
    electronicConsent:
      'I agree to receive and sign documents electronically. The name or drawing I give below is my signature.',
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
