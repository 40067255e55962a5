import type { APIRoute } from 'astro'
import { catalogue } from '#content/catalogue.ts'
import { energyNote } from '#content/model-view.ts'
import { carSize } from '#content/model-pictures.ts'
import { besideDrawings } from '#content/model-photographs.ts'
import { cars3d, photographs } from '#content/photographs.ts'
import { builderProps } from '#ui/configuration/builder-data.ts'

/** The data of build and quote, for changing the car or the way to pay in a purchase. */
export const GET: APIRoute = () =>
  Response.json(
    builderProps(catalogue, carSize, energyNote(catalogue), {
      photographs: besideDrawings(photographs),
      cars3d,
    }),
  )
