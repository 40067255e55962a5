import { listAudit } from '#lib/contract/staff.ts'
import { formatInstant } from '#lib/domain/dates.ts'
import { siteCall } from '#stores/api.ts'
import { ShowMore } from '#ui/ShowMore.tsx'
import { usePages } from '#ui/use-pages.ts'
import { Asking } from './Asking.tsx'
import { actionInWords, fieldsInWords } from './words.ts'

/** How many rows a page has. */
const ROWS = '25'

/** Who did what with a customer's record and when. Fields are named, what is in them is not kept. */
export function History({ id }: { id: number }) {
  const asked = usePages(`${id}`, async (cursor) => {
    const query = { limit: ROWS, ...(cursor ? { cursor } : {}) }
    const answer = await siteCall(listAudit, { params: { id }, query })
    const { value } = answer.ok ? answer : { value: null }
    return value ? { ok: true, value: { ...value, items: value.entries } } : (answer as never)
  })
  return (
    <Asking asked={asked} name="the history">
      {(pages) => (
        <>
          <p className="small quiet">
            What staff and connected programs did with this record, the latest first. Reading it is
            a line of it.
          </p>
          <table className="table table--dense staff-table staff-history">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">Fields</th>
              </tr>
            </thead>
            <tbody>
              {pages.items.map((entry) => (
                <tr key={entry.number}>
                  <th scope="row">
                    <time dateTime={entry.at}>{formatInstant(entry.at)}</time>
                  </th>
                  <td>
                    {entry.actor.type === 'SYSTEM' ? 'The system' : entry.actor.name}
                    {entry.isActing && <span className="quiet"> acting for the customer</span>}
                  </td>
                  <td>{actionInWords(entry)}</td>
                  <td className="quiet">{fieldsInWords(entry.fields)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <ShowMore pages={pages} />
        </>
      )}
    </Asking>
  )
}
