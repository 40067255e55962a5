import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

/** Components that are a part of one kind of page, where the tests of pages see them whole. */
const SHOWN_ON_THEIR_PAGES =
  /^components\/(account\/.*|Legal|Message|NewsList|PageHead|SceneHead|model\/(Car3d|Electric|Equipment|Hero|Photographs|Scene|ScenePhoto|Story|WithMyCar)|dealers\/.*|finder\/.*|home\/.*|purchase\/.*)\.astro$/

/** What a file imports of `ui` and `components`, as paths below `src`. */
const partsIn = (file: string): string[] =>
  [...readFileSync(join('src', file), 'utf8').matchAll(/from '([#.][^']+\.(?:tsx|astro))'/g)]
    .map(([, target]) =>
      target!.startsWith('#')
        ? target!.slice(1)
        : relative('src', join('src', file, '..', target!)),
    )
    .filter((target) => /^(ui|components|pages\/styleguide)\//.test(target))

test('the style guide shows every component', () => {
  const shown = new Set(['pages/styleguide/index.astro', 'layouts/Site.astro'])
  for (const file of shown) for (const part of partsIn(file)) shown.add(part)
  const components = globSync(['src/ui/*.tsx', 'src/components/**/*.astro'])
    .map((file) => relative('src', file))
    .filter((file) => !/\.(test|fixture)\.tsx$/.test(file) && !SHOWN_ON_THEIR_PAGES.test(file))
  expect(components.filter((file) => !shown.has(file))).toEqual([])
})
