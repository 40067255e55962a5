import type { FinanceApplication } from '#lib/finance/shapes.ts'
import { FINANCE_DOCUMENT } from '#lib/finance/finance-document.ts'

/** A complete application by a person who can afford a car, with the test's changes. */
export const anApplication = (facts: Partial<FinanceApplication> = {}): FinanceApplication => ({
  residence: {
    dateOfBirth: '1988-04-12',
    maritalStatus: 'SINGLE',
    dependants: 1,
    residency: 'CITIZEN',
    driverLicenceType: 'FULL',
    driverLicenceNumber: 'AB123456',
    driverLicenceVersion: '001',
    driverLicenceExpires: '2031-04-12',
    address: '12 Kauri Street, Newtown, Wellington 6021',
    yearsAtAddress: 4,
    livingSituation: 'RENT',
  },
  employment: { type: 'FULL_TIME', employer: 'Harbour Timber', role: 'Buyer', years: 6 },
  income: {
    incomeAfterTaxCents: 620_000,
    incomeFrequency: 'Monthly',
    otherIncomePerMonthCents: 0,
    partnerSharePerMonthCents: 0,
  },
  assets: {
    homeValueCents: 0,
    savingsCents: 2_500_000,
    vehiclesCents: 900_000,
    kiwiSaverCents: 4_100_000,
  },
  liabilities: {
    housingPerMonthCents: 180_000,
    loans: [],
    cardLimitsCents: 500_000,
    buyNowPayLaterPerMonthCents: 0,
    foodPerMonthCents: 70_000,
    homeBillsPerMonthCents: 30_000,
    transportPerMonthCents: 25_000,
    insurancePerMonthCents: 15_000,
    childrenPerMonthCents: 0,
    otherCostsPerMonthCents: 10_000,
    expectedChange: 'NONE',
  },
  declarations: { isTrue: true, creditCheckConsent: true, electronicConsent: true },
  signature: {
    method: 'TYPED',
    name: 'Mia Harris',
    documentVersion: FINANCE_DOCUMENT.version,
  },
  ...facts,
})

/** One that the simulated lender leaves to a person: self-employed for less than a year. */
export const aReferredApplication = anApplication({
  employment: { type: 'SELF_EMPLOYED', employer: 'Own business', role: 'Builder', years: 0.5 },
})

/** A soft check that the simulated lender answers with “likely”. */
export const aSoftCheck = {
  income: 'I7' as const,
  outgoings: 'O3' as const,
  finance: {
    product: 'LOANCLASIC' as const,
    amountFinancedCents: 3_539_535,
    termMonths: 48,
    frequency: 'Monthly' as const,
    paymentCents: 91_603,
  },
}
