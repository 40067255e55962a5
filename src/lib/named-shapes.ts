import { z } from './shared/zod.ts'
import * as account from './customers/account-shapes.ts'
import * as agreement from './purchases/agreement-shapes.ts'
import * as catalogue from './catalogue/shapes.ts'
import * as codes from './codes.ts'
import * as customer from './customers/shapes.ts'
import * as file from './purchases/file-shapes.ts'
import * as financeApplication from './finance/shapes.ts'
import * as handOver from './purchases/hand-over-shapes.ts'
import * as journey from './purchases/shapes.ts'
import * as payment from './payments/shapes.ts'
import * as people from './people/shapes.ts'
import * as problem from './problem.ts'
import * as quote from './quotes/shapes.ts'
import * as watch from './stock/watch-shapes.ts'
import * as work from './staff/shapes.ts'

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
  ...people,
  ...problem,
  ...quote,
  ...watch,
  ...work,
}

/** Shapes by their names in the code: the OpenAPI document and the docs describe each once and refer to it. */
export const namedShapes = z.registry<{ id: string }>()
for (const [id, shape] of Object.entries(shapes))
  if (/^[A-Z]/.test(id) && typeof shape === 'object' && '_zod' in shape)
    namedShapes.add(shape as z.core.$ZodType, { id })
