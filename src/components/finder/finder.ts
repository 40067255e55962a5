import { deliveryEstimate, monthsAfter, readySentence } from '#lib/catalogue/delivery.ts'
import {
  meets,
  wishesIn,
  withoutOne,
  WISHES,
  type GradeFacts,
  type WishName,
} from '#lib/catalogue/finder.ts'
import { MOST_COMPARED, comparedQuery } from '#lib/catalogue/compare.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import { sitePaths } from '#lib/shared/site-paths.ts'

/** Shows the grades that have what is chosen, and keeps the choice in the address. */

const one = <E extends Element>(selector: string) => document.querySelector<E>(selector)!

const form = one<HTMLFormElement>('[data-finder]')
const found = one<HTMLElement>('[data-found]')
const all = one<HTMLElement>('[data-all-models]')
const loosen = one<HTMLElement>('[data-found-loosen]')
const compare = one<HTMLAnchorElement>('[data-found-compare]')
const selects = [...form.querySelectorAll('select')]
const cards = [...found.querySelectorAll<HTMLElement>('[data-grade]')].map((element) => ({
  element,
  code: element.dataset.grade!,
  facts: JSON.parse(element.dataset.facts!) as GradeFacts,
}))
const selectOf = (name: string) => selects.find((select) => select.name === name)

const chosen = () =>
  Object.fromEntries(selects.flatMap(({ name, value }) => (value ? [[name, value]] : [])))

const cars = (count: number) => (count === 1 ? '1 car' : `${count} cars`)

function show(): void {
  const wishes = chosen()
  const isWanted = Object.keys(wishes).length > 0
  const fitting = cards.filter(({ facts }) => meets(facts, wishes))
  for (const card of cards) card.element.hidden = !fitting.includes(card)
  found.hidden = !isWanted
  all.hidden = isWanted
  one('[data-found-count]').textContent = !isWanted
    ? ''
    : fitting.length > 0
      ? `${cars(fitting.length)} ${fitting.length === 1 ? 'has' : 'have'} what you’re looking for.`
      : 'No car has everything you chose. Try removing one choice:'
  compare.hidden = fitting.length < 2
  compare.textContent =
    fitting.length > MOST_COMPARED ? `Compare the first ${MOST_COMPARED}` : 'Compare them'
  compare.href =
    sitePaths(import.meta.env.BASE_URL).compare() +
    comparedQuery(fitting.slice(0, MOST_COMPARED).map(({ code }) => code))
  for (const link of found.querySelectorAll<HTMLAnchorElement>('[data-build]')) {
    const url = new URL(link.href)
    if (wishes.weekly) url.searchParams.set('pay', 'LOANCLASIC')
    else url.searchParams.delete('pay')
    link.href = url.href
  }
  loosen.replaceChildren(
    ...(fitting.length > 0
      ? []
      : withoutOne(
          cards.map(({ facts }) => facts),
          wishes,
        )
    ).map(({ name, count }) => looserButton(name, count)),
  )
}

function looserButton(name: WishName, count: number): HTMLButtonElement {
  const select = selectOf(name)!
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button button--quiet button--small'
  button.textContent = `Without “${WISHES[name].label} ${select.selectedOptions[0]!.text}”: ${cars(count)}`
  button.addEventListener('click', () => {
    select.value = ''
    followChoice()
    select.focus()
  })
  return button
}

/** Follows what was chosen on the page. */
export function followChoice(): void {
  const query = new URLSearchParams(chosen()).toString()
  history.replaceState(history.state, '', location.pathname + (query && `?${query}`))
  show()
}

/** Follows the address. */
export function readAddress(): void {
  const wishes = wishesIn(location.search)
  for (const select of selects) {
    const wanted = wishes[select.name as WishName] ?? ''
    select.value = [...select.options].some(({ value }) => value === wanted) ? wanted : ''
    const more = select.closest('details')
    if (select.value && more) more.open = true
  }
  show()
}

/** When each car would be ready, which depends on the day. */
function showReady(): void {
  const today = aucklandDay(serverNowMs())
  for (const { element } of cards) {
    const level = element.querySelector<HTMLElement>('[data-level]')!.dataset.level
    const car =
      level === 'In stock'
        ? ({ kind: 'STOCK', etaWeeks: 0 } as const)
        : ({ kind: 'BUILD', month: monthsAfter(today, 1)[0]! } as const)
    element.querySelector('[data-ready]')!.textContent = readySentence(
      level === 'Unavailable' ? null : deliveryEstimate(car, today),
    )
  }
}

one('[data-found-clear]').addEventListener('click', () => {
  for (const select of selects) select.value = ''
  followChoice()
  selects[0]!.focus()
})
showReady()
