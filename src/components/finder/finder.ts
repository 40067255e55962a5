import { deliveryEstimate, monthsAfter, readySentence } from '#lib/catalogue/delivery.ts'
import {
  meets,
  wishesIn,
  withoutOne,
  WISHES,
  type GradeFacts,
  type WishName,
} from '#lib/catalogue/finder.ts'
import {
  factsOver,
  loanOver,
  loanTerms,
  nearestGrades,
  paymentsInWords,
  type FinderLoan,
} from '#lib/catalogue/finder-loans.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { MY_CAR_KEY } from '#lib/trade-in/my-car-key.ts'
import { myCarGuide, myCarName, readMyCar } from '#lib/trade-in/my-car.ts'
import type { ShownLoan } from '#lib/trade-in/with-my-car.ts'
import { MOST_COMPARED, comparedQuery } from '#lib/catalogue/compare.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import { sitePaths } from '#lib/shared/site-paths.ts'

/** Shows the grades that have what is chosen, and keeps the choice in the address. */

/** The loan's months in the address. */
const TERM = 'term'

const one = <E extends Element>(selector: string) => document.querySelector<E>(selector)!

const form = one<HTMLFormElement>('[data-finder]')
const found = one<HTMLElement>('[data-found]')
const all = one<HTMLElement>('[data-all-models]')
const loosen = one<HTMLElement>('[data-found-loosen]')
const compare = one<HTMLAnchorElement>('[data-found-compare]')
const term = form.querySelector<HTMLSelectElement>('[data-finder-term]')
const selects = [...form.querySelectorAll('select')].filter((select) => select !== term)
const nearest = one<HTMLElement>('[data-found-nearest]')
const myCarNote = one<HTMLElement>('[data-found-my-car]')
const myCar = readMyCar(keptCar(), serverNowMs())
/** What that car counts for. */
const equityCents = (myCar && myCarGuide(myCar)?.lowCents) ?? 0

function keptCar(): string | null {
  try {
    return localStorage.getItem(MY_CAR_KEY)
  } catch {
    return null
  }
}

/** A grade's payments over each term, with the visitor's own car. */
function loansOf(kept: string | undefined): ReadonlyMap<number, FinderLoan> {
  const { product: of } = form.dataset
  if (!kept || !of) return new Map()
  const product = JSON.parse(of) as ShownLoan['product']
  const shown: ShownLoan = { product, loan: JSON.parse(kept) as ShownLoan['loan'] }
  return new Map(
    loanTerms(product).flatMap((months) => {
      const loan = loanOver(shown, months, equityCents)
      return loan ? [[months, loan] as const] : []
    }),
  )
}

const cards = [...found.querySelectorAll<HTMLElement>('[data-grade]')].map((element) => ({
  element,
  code: element.dataset.grade!,
  facts: JSON.parse(element.dataset.facts!) as GradeFacts,
  name: element.querySelector('h3')!.textContent.trim(),
  href: element.querySelector<HTMLAnchorElement>('h3 a')!.href,
  loans: loansOf(element.dataset.loan),
}))
const selectOf = (name: string) => selects.find((select) => select.name === name)

const chosen = () =>
  Object.fromEntries(selects.flatMap(({ name, value }) => (value ? [[name, value]] : [])))

const cars = (count: number) => (count === 1 ? '1 car' : `${count} cars`)

const termMonths = () => Number(term?.value ?? 0)
const isUsualTerm = () => !term || term.value === term.dataset.usual

function show(): void {
  const wishes = chosen()
  const months = termMonths()
  for (const card of cards) showLoan(card.element, card.loans.get(months))
  myCarNote.hidden = equityCents === 0
  if (myCar && equityCents > 0)
    myCarNote.textContent = `Weekly payments count your ${myCarName(myCar)} for ${formatMoney(equityCents)}, the lower end of its guide value, if nothing is owing on it.`
  const isWanted = Object.keys(wishes).length > 0
  const fitting = cards.filter((card) => meets(factsOver(card, months), wishes))
  const near = fitting.length > 0 ? [] : nearestGrades(cards, wishes, months)
  for (const card of cards) card.element.hidden = !fitting.includes(card)
  found.hidden = !isWanted
  all.hidden = isWanted
  one('[data-found-count]').textContent = !isWanted
    ? ''
    : fitting.length > 0
      ? `${cars(fitting.length)} ${fitting.length === 1 ? 'has' : 'have'} what you’re looking for.`
      : near.length > 0
        ? `No car matches all your choices${months > 0 ? ` with a ${months}-month loan` : ''}. See the closest below, or remove a choice:`
        : 'No car matches all your choices. Try removing one:'
  compare.hidden = fitting.length < 2
  compare.textContent =
    fitting.length > MOST_COMPARED ? `Compare the first ${MOST_COMPARED}` : 'Compare them'
  compare.href =
    sitePaths(import.meta.env.BASE_URL).compare() +
    comparedQuery(fitting.slice(0, MOST_COMPARED).map(({ code }) => code))
  // Who chose a term means to pay by loan, as who chose a payment does.
  const isFinanced = wishes.weekly || !isUsualTerm()
  for (const link of found.querySelectorAll<HTMLAnchorElement>('[data-build]')) {
    const url = new URL(link.href)
    if (isFinanced) url.searchParams.set('pay', 'LOANCLASIC')
    else url.searchParams.delete('pay')
    if (isFinanced && months > 0) url.searchParams.set('term', String(months))
    else url.searchParams.delete('term')
    link.href = url.href
  }
  loosen.replaceChildren(
    ...(fitting.length > 0
      ? []
      : [
          ...longerTerm(wishes, months),
          ...withoutOne(
            cards.map((card) => factsOver(card, months)),
            wishes,
          ).map(({ name, count }) => without(name, count)),
        ]),
  )
  showNearest(near, months)
}

function showLoan(card: HTMLElement, loan: FinderLoan | undefined): void {
  if (!loan) return
  card.querySelector('[data-weekly]')!.textContent = formatMoney(loan.cents)
  card.querySelector('[data-weekly-terms]')!.textContent = loan.terms
  card.querySelector('[data-weekly-figures]')!.textContent = loan.figures
}

/** The cars that would fit with a higher payment or a longer term, with every figure of these (decision 19). */
function showNearest(grades: typeof cards, months: number): void {
  nearest.hidden = grades.length === 0
  if (grades.length === 0) return nearest.replaceChildren()
  const list = made('ul', '')
  const figures = made('details', '')
  figures.className = 'disclosure'
  figures.append(made('summary', 'See the full breakdown of these estimates'))
  for (const grade of grades) {
    const item = made('li', '')
    const link = made('a', grade.name)
    link.href = grade.href
    item.append(link, `: ${paymentsInWords(grade, months)}`)
    list.append(item)
    for (const [over, loan] of grade.loans)
      if (over >= months)
        figures.append(made('p', `${grade.name}, ${over} months. ${loan.figures}`))
  }
  nearest.replaceChildren(
    made('p', 'These match your other choices (weekly payments are estimates):'),
    list,
    figures,
  )
}

function made<N extends keyof HTMLElementTagNameMap>(
  name: N,
  text: string,
): HTMLElementTagNameMap[N] {
  const element = document.createElement(name)
  element.textContent = text
  return element
}

/** The next longer term over which there are cars. */
function longerTerm(wishes: ReturnType<typeof chosen>, months: number): HTMLButtonElement[] {
  for (const { value } of term?.options ?? []) {
    const count = cards.filter((card) => meets(factsOver(card, Number(value)), wishes)).length
    if (Number(value) > months && count > 0)
      return [choiceButton(`Over ${value} months: ${cars(count)}`, term!, value)]
  }
  return []
}

function without(name: WishName, count: number): HTMLButtonElement {
  const select = selectOf(name)!
  const { label } = WISHES[name]
  return choiceButton(
    `Without “${label}: ${select.selectedOptions[0]!.text}”: ${cars(count)}`,
    select,
    '',
  )
}

/** A button that changes one choice. */
function choiceButton(text: string, select: HTMLSelectElement, value: string): HTMLButtonElement {
  const button = made('button', text)
  button.type = 'button'
  button.className = 'button button--quiet button--small'
  button.addEventListener('click', () => {
    select.value = value
    followChoice()
    select.focus()
  })
  return button
}

/** Follows what was chosen on the page. */
export function followChoice(): void {
  const asked = { ...chosen(), ...(isUsualTerm() ? {} : { [TERM]: term!.value }) }
  const query = new URLSearchParams(asked).toString()
  history.replaceState(history.state, '', location.pathname + (query && `?${query}`))
  show()
}

/** Follows the address. */
export function readAddress(): void {
  const wishes = wishesIn(location.search)
  if (term) {
    const wanted = new URLSearchParams(location.search).get(TERM)
    const isOffered = [...term.options].some(({ value }) => value === wanted)
    term.value = (isOffered ? wanted : term.dataset.usual) ?? ''
  }
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
  if (term) term.value = term.dataset.usual ?? ''
  followChoice()
  selects[0]!.focus()
})
showReady()
