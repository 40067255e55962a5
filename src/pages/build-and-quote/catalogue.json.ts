import type { APIRoute } from 'astro'
import { catalogue } from '#content/catalogue.ts'
import { energyNote } from '#content/model-view.ts'
import { carSize } from '#lib/art/car-look.ts'
import { builderProps } from '#ui/configuration/builder-data.ts'

/** What build and quote is made from, for a purchase in which the car or the way to pay is changed. */
export const GET: APIRoute = () =>
  Response.json(builderProps(catalogue, carSize, energyNote(catalogue)))
