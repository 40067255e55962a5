import type { Catalogue } from '../schema/catalogue.ts'
import { entryCar } from './pay-examples.ts'
import { comparedLoan, weeklyLoan } from './weekly-loan.ts'

export { comparedLoan, weeklyLoan }

/** Every model with the weekly loan of its lowest price. */
export const modelLoans = (catalogue: Catalogue) =>
  catalogue.models.flatMap((model) => {
    const shown = weeklyLoan(entryCar(model, catalogue), catalogue)
    return shown ? [{ slug: model.slug, name: model.name, loan: shown.loan }] : []
  })
