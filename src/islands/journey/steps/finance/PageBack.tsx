import { FINANCE_PAGE_ORDER, FINANCE_PAGES } from '#lib/finance/finance-questions.ts'
import { useJourneyPage } from '../../journey-page.ts'

/** Leads to the page of questions before one, whose answers are kept. The first has none. */
export function PageBack({ at }: { at: number }) {
  const { href } = useJourneyPage()
  const before = FINANCE_PAGE_ORDER[at - 1]
  if (before === undefined) return null
  return (
    <a href={href(before ? `finance/${before}` : 'finance')}>Back: {FINANCE_PAGES[before].title}</a>
  )
}
