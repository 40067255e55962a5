import { plainSlug } from '#lib/catalogue/model-slug.ts'
import type { CatalogueModel } from './schema/model.ts'

/** By its name, the slug of each model whose name says another. */
export const otherSlugsOf = (models: readonly Pick<CatalogueModel, 'name' | 'slug'>[]) =>
  Object.fromEntries(
    models.flatMap(({ name, slug }) => (slug === plainSlug(name) ? [] : [[name, slug]])),
  )
