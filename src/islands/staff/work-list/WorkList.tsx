import './work-list.css'
import { useRef, type RefObject } from 'react'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import type { WorkItem } from '#lib/staff/shapes.ts'
import { countWork, listWork } from '#lib/staff/calls.ts'
import { aucklandDay, daysBetween } from '#lib/shared/dates.ts'
import { formatDeadline, formatInstant } from '#lib/shared/instants.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import { daysInWords } from '#lib/shared/words.ts'
import { MOST_COUNTED, WORK_KINDS, WORK_RIGHTS, type WorkKind } from '#lib/staff/staff-lists.ts'
import { siteCall } from '#stores/site/api.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { usePages, type Pages } from '#ui/hooks/use-pages.ts'
import { FindPurchase } from '../FindPurchase.tsx'
import { PagedTable } from '../PagedTable.tsx'
import { useMay } from '../rights.ts'
import { DELETIONS, MONEY, purchaseHash, workHash } from '../routes.ts'
import { useRowKeys } from '../use-row-keys.ts'
import { WORK_LABELS } from '../labels.ts'

/** How many lines a page has. */
const LINES = '25'

/** Purchases that wait for staff, the longest waiting first. The kind shown is in the address. */
export function WorkList({ kind }: { kind: WorkKind | null }) {
  const screen = useRef<HTMLDivElement>(null)
  const current = useRef<HTMLAnchorElement>(null)
  useRowKeys(screen, current)
  return (
    <div className="stack" ref={screen}>
      <AreaHeading title="Work list" />
      <div className="staff-work">
        <Kinds shown={kind} current={current} />
        <div className="stack">
          <FindPurchase />
          <Lines key={kind} kind={kind} />
        </div>
      </div>
    </div>
  )
}

/** The kinds of work, each with its count. */
function Kinds({
  shown,
  current,
}: {
  shown: WorkKind | null
  current: RefObject<HTMLAnchorElement | null>
}) {
  const asked = useQuery(`counts ${shown}`, () => siteCall(countWork))
  const may = useMay()
  // Only a convenience: without an answer the lists are shown without counts.
  const counts = asked.state === 'ready' ? asked.value.counts : null
  const count = (kind: WorkKind | null) => {
    if (!counts) return null
    const all = kind ? counts[kind] : WORK_KINDS.reduce((sum, one) => sum + counts[one], 0)
    const isMore = kind
      ? all >= MOST_COUNTED
      : WORK_KINDS.some((one) => counts[one] >= MOST_COUNTED)
    return isMore ? `${all - (kind ? 1 : 0)}+` : `${all}`
  }
  return (
    <nav className="staff-kinds" aria-label="Kinds of work">
      {[null, ...WORK_KINDS.filter((kind) => may(WORK_RIGHTS[kind]))].map((kind) => (
        <a
          key={kind}
          href={workHash(kind)}
          aria-current={kind === shown ? 'page' : undefined}
          data-none={count(kind) === '0' ? '' : undefined}
          ref={kind === shown ? current : undefined}
        >
          <span>{kind ? WORK_LABELS[kind].name : 'Everything'}</span>{' '}
          <span className="staff-kinds__count">{count(kind)}</span>
        </a>
      ))}
      {may('money') && (
        <a href={MONEY} className="staff-kinds__more">
          Reconciliation
        </a>
      )}
      {may('deletions') && (
        <a href={DELETIONS} className="staff-kinds__more">
          Accounts to be deleted
        </a>
      )}
    </nav>
  )
}

function Lines({ kind }: { kind: WorkKind | null }) {
  const asked = usePages(`work ${kind}`, async (cursor) => {
    const query = { limit: LINES, ...(kind && { kind }), ...(cursor && { cursor }) }
    return siteCall(listWork, { query })
  })
  return (
    <>
      <p className="visually-hidden" role="status">
        {asked.state === 'ready' && waitingCount(asked.value)}
      </p>
      <PagedTable
        asked={asked}
        name="the work list"
        columns={['Customer', 'To do', 'Car', 'Waiting']}
        amounts="Amount"
        none={
          <div className="empty">
            <p>{kind ? 'Nothing to do here.' : 'You’re all caught up.'}</p>
            {kind && (
              <p className="small">
                <a href={workHash()}>See all work</a>
              </p>
            )}
          </div>
        }
      >
        {(item) => <Line key={`${item.kind} ${item.id}`} item={item} />}
      </PagedTable>
    </>
  )
}

/** Announced to screen readers instead of the whole table. */
function waitingCount({ items, hasMore }: Pages<WorkItem>): string {
  if (items.length === 0) return 'No items'
  if (hasMore) return `First ${items.length} items`
  return items.length === 1 ? '1 item' : `${items.length} items`
}

function Line({ item }: { item: WorkItem }) {
  const { customer, vehicle, detail, amountCents, since, review } = item
  const todoId = `todo-${item.kind}-${item.id}`
  return (
    <tr>
      <th scope="row">
        <a href={purchaseHash(item.purchaseJourneyId)} aria-describedby={todoId} data-row-action>
          {customer.name}
        </a>
        <span className="staff-table__more">
          {shownPhone(customer.mobilePhone) || customer.email}
          <br />
          {item.reference}
        </span>
      </th>
      <td id={todoId}>
        {review && item.kind === 'unpaid' ? 'Deposit being checked' : WORK_LABELS[item.kind].act}
        {detail && <span className="staff-table__more">{detail}</span>}
        {review && (
          <span className="staff-table__more">
            {review.isOverdue && (
              <>
                <span className="badge" data-level="Overdue">
                  Overdue
                </span>
                <br />
              </>
            )}
            Answer promised by {formatDeadline(review.answerBy)}
          </span>
        )}
      </td>
      <td>
        {vehicle.variantName}
        <span className="staff-table__more">{vehicle.colourName}</span>
      </td>
      <td data-label="Waiting">
        <time dateTime={since} title={formatInstant(since)}>
          {daysWaiting(since)}
        </time>
      </td>
      <td className="money" data-label={amountCents === null ? undefined : 'Amount'}>
        {amountCents !== null && formatMoney(amountCents)}
      </td>
    </tr>
  )
}

function daysWaiting(since: string): string {
  const days = daysBetween(aucklandDay(since), aucklandDay(serverNowMs()))
  return days <= 0 ? 'Less than a day' : daysInWords(days)
}
