import type { FinanceApplication } from '#lib/contract/shapes/finance-application.ts'

/** A whole application of somebody who can afford a car, with what the test says on top. */
export const anApplication = (facts: Partial<FinanceApplication> = {}): FinanceApplication => ({
  residence: {
    dateOfBirth: '1988-04-12',
    dependants: 1,
    livingSituation: 'RENT',
    yearsAtAddress: 4,
    residency: 'CITIZEN',
    driverLicenceType: 'FULL',
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
    loansPerMonthCents: 0,
    cardLimitsCents: 500_000,
    buyNowPayLaterPerMonthCents: 0,
    livingCostsPerMonthCents: 150_000,
  },
  declarations: { isTrue: true, creditCheckConsent: true, electronicConsent: true },
  signature: { method: 'TYPED', name: 'Mia Harris' },
  ...facts,
})
