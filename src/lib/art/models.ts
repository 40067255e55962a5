/** The drawings, one file per model. */
import type { Model } from './model.ts'
import { cove } from './models/cove.ts'
import { current } from './models/current.ts'
import { estuary } from './models/estuary.ts'
import { firn } from './models/firn.ts'
import { headland } from './models/headland.ts'
import { moraine } from './models/moraine.ts'
import { skerry } from './models/skerry.ts'
import { tarn } from './models/tarn.ts'

export const models: Model[] = [tarn, cove, estuary, moraine, current, firn, headland, skerry]
