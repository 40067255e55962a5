import { listAudit } from '#lib/staff/calls.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { siteCall } from '#stores/site/api.ts'
import { usePages } from '#ui/hooks/use-pages.ts'
import { PagedTable } from '../PagedTable.tsx'
import { actionLabel, fieldLabels } from '../labels.ts'

/** How many rows a page has. */
const ROWS = '25'

/** Who did what with a customer's record and when. The names of fields are kept, their values are not. */
export function CustomerHistory({ id }: { id: number }) {
  const asked = usePages(`${id}`, async (cursor) => {
    const answer = await siteCall(listAudit, { params: { id }, query: { limit: ROWS, cursor } })
    return answer.ok
      ? { ok: true, value: { ...answer.value, items: answer.value.entries } }
      : answer
  })
  return (
    <>
      <p className="small quiet">
        Everything staff and connected systems have done on this record, latest first. Viewing this
        page is recorded too.
      </p>
      <PagedTable
        asked={asked}
        name="the history"
        columns={['When', 'Who', 'What', 'Fields']}
        className="staff-history"
      >
        {(entry) => (
          <tr key={entry.number}>
            <th scope="row">
              <time dateTime={entry.at}>{formatInstant(entry.at)}</time>
            </th>
            <td>
              {entry.actor.type === 'SYSTEM' ? 'The system' : entry.actor.name}
              {entry.isActing && <span className="quiet"> acting for the customer</span>}
            </td>
            <td>{actionLabel(entry)}</td>
            <td className="quiet">{fieldLabels(entry.fields)}</td>
          </tr>
        )}
      </PagedTable>
    </>
  )
}
