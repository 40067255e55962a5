import type { StoryView } from '#lib/art/story/views.ts'
import type { Problem } from '../content-error.ts'
import type { Catalogue } from '../schema/catalogue.ts'
import type { CatalogueVariant } from '../schema/model.ts'

/** What at least one grade must have, so that a scene shows nothing the car can't do. */
const NEEDS: Partial<Record<StoryView, [what: string, (variant: CatalogueVariant) => boolean]>> = {
  towing: ['a grade that tows', ({ specs }) => specs.brakedTowKg > 0],
  charging: ['a grade with a plug', ({ powertrain }) => ['EV', 'PHEV'].includes(powertrain)],
}

/** Checks the scenes of models' pages. */
export const storyProblems = (models: Catalogue['models']): Problem[] =>
  models.flatMap(({ slug, variants, story = [] }) =>
    story.flatMap(({ view }, i): Problem[] => {
      const report = (reason: string) => [
        { file: `models/${slug}.json`, path: `story[${i}].view`, reason },
      ]
      if (story.findIndex((other) => other.view === view) < i)
        return report(`the scene ${view} is used twice`)
      const [what, isMet] = NEEDS[view] ?? []
      return isMet && !variants.some(isMet) ? report(`${view} needs ${what}`) : []
    }),
  )
