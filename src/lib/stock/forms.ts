import { QuoteRequest } from '#lib/quotes/shapes.ts'
import { emailAddress } from '#lib/shared/input.ts'
import { z } from '#lib/shared/zod.ts'

/** Bodies that a form checks before they are sent. Pages know of a call only how it is made (`endpoint.ts`). */

const { kdcd, colourCode, interiorCode, accessoryCodes, servicePlanCode } = QuoteRequest.shape

export const NewWatch = z.strictObject({
  email: emailAddress,
  kdcd,
  colourCode,
  interiorCode,
  accessoryCodes,
  servicePlanCode,
})
