/** Stands below the figures of a loan or a lease. */
export const LenderNote = () => (
  <p className="fine-print">
    These figures are an estimate. Finance is provided by a lender and is subject to the lender’s
    checks. Interest is calculated daily, so the lender’s own figures may differ by some cents.
  </p>
)
