import type { Page } from '@playwright/test'

/** What a person did on the way, as they would count it. */
export interface Effort {
  presses: number
  /** Text fields and lists that were filled in. */
  fields: number
  /** Screens that were shown, by their step; one that comes back counts again. */
  screens: string[]
}

/** Counts what is done on a page from now on. Only real presses and entries count, not the page's own changes. */
export async function countEffort(page: Page): Promise<Effort> {
  const effort: Effort = { presses: 0, fields: 0, screens: [] }
  const filled = new Set<string>()
  await page.exposeBinding('noteEffort', (_source, field: string | null) => {
    if (field === null) effort.presses++
    else effort.fields = filled.add(`${screenOf(page.url())} ${field}`).size
  })
  const listen = () => {
    const { noteEffort } = window as unknown as { noteEffort(field: string | null): void }
    addEventListener('pointerdown', () => noteEffort(null), true)
    addEventListener(
      'input',
      ({ target }) => {
        const isChosenByPress =
          target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type)
        if (target instanceof HTMLElement && !isChosenByPress)
          noteEffort(target.id || target.getAttribute('name') || '')
      },
      true,
    )
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    const screen = screenOf(frame.url())
    // An address without a step, or one that its step replaces, is not seen.
    if (screen && screen !== effort.screens.at(-1)) effort.screens.push(screen)
  })
  return effort
}

/** The step of a purchase; empty for another page. */
const screenOf = (url: string): string => /\/purchase\/.*#\/[\w-]+\/([\w/-]+)/.exec(url)?.[1] ?? ''
