import { z } from '#lib/zod.ts'
import * as shapes from './shapes.ts'

/** Shapes by the names they have in the code: the OpenAPI document and the docs say them once and refer to them. */
export const namedShapes = z.registry<{ id: string }>()
for (const [id, shape] of Object.entries(shapes))
  if (/^[A-Z]/.test(id) && typeof shape === 'object' && '_zod' in shape)
    namedShapes.add(shape as z.core.$ZodType, { id })
