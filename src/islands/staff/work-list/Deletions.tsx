import { listDeletions } from '#lib/customers/account-calls.ts'
import { formatDayOf } from '#lib/shared/instants.ts'
import { siteCall } from '#stores/site/api.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { usePages } from '#ui/hooks/use-pages.ts'
import { PagedTable } from '../PagedTable.tsx'
import { customerHash } from '../routes.ts'

/** Accounts to be deleted. Deletion is automatic; a purchase under way holds it up. */
export function Deletions() {
  const asked = usePages('deletions', async () => {
    const answer = await siteCall(listDeletions)
    return answer.ok
      ? { ok: true, value: { items: answer.value.deletions, nextCursor: null } }
      : answer
  })
  return (
    <div className="stack">
      <AreaHeading title="Accounts to be deleted" />
      <p className="small quiet">
        Customers who close their account are listed here with the date on which it’s deleted
        automatically. If a purchase is in progress, deletion waits until it’s complete or
        cancelled.
      </p>
      <PagedTable
        asked={asked}
        name="the accounts"
        columns={['Customer', 'Requested', 'Deletion date']}
        none={<p className="empty">No accounts are due to be deleted.</p>}
      >
        {({ customerId, customerName, requestedAt, dueAt, isHeldUp }) => (
          <tr key={customerId}>
            <th scope="row">
              <a href={customerHash(customerId)}>{customerName}</a>
              <span className="staff-table__more">Customer number {customerId}</span>
            </th>
            <td data-label="Requested">{formatDayOf(requestedAt)}</td>
            <td data-label="Deletion date">
              {isHeldUp ? 'Waiting for a purchase or a refund' : formatDayOf(dueAt)}
            </td>
          </tr>
        )}
      </PagedTable>
    </div>
  )
}
