import { z } from '#lib/shared/zod.ts'
import * as account from '#lib/customers/account-shapes.ts'
import * as agreement from '#lib/purchases/agreement-shapes.ts'
import * as catalogue from '#lib/catalogue/shapes.ts'
import * as codes from '#lib/sign-in/code-shapes.ts'
import * as customer from '#lib/customers/shapes.ts'
import * as file from '#lib/purchases/file-shapes.ts'
import * as financeApplication from '#lib/finance/shapes.ts'
import * as handOver from '#lib/purchases/hand-over-shapes.ts'
import * as journey from '#lib/purchases/shapes.ts'
import * as payment from '#lib/payments/shapes.ts'
import * as problem from './shapes/problem.ts'
import * as quote from '#lib/quotes/shapes.ts'
import * as watch from '#lib/stock/watch-shapes.ts'
import * as work from '#lib/staff/shapes.ts'

const shapes = {
  ...account,
  ...agreement,
  ...catalogue,
  ...codes,
  ...customer,
  ...file,
  ...financeApplication,
  ...handOver,
  ...journey,
  ...payment,
  ...problem,
  ...quote,
  ...watch,
  ...work,
}

/** Shapes by the names they have in the code: the OpenAPI document and the docs say them once and refer to them. */
export const namedShapes = z.registry<{ id: string }>()
for (const [id, shape] of Object.entries(shapes))
  if (/^[A-Z]/.test(id) && typeof shape === 'object' && '_zod' in shape)
    namedShapes.add(shape as z.core.$ZodType, { id })
