import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { CallAnswer } from '#lib/api/client.ts'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { searchCustomers } from '#lib/contract/customers.ts'
import type { CustomerSearchField } from '#lib/contract/shapes.ts'
import { shownPhone } from '#lib/domain/phone.ts'
import { siteCall } from '#stores/api.ts'
import { $customer, impersonate } from '#stores/session.ts'
import { paths } from '#stores/site.ts'
import { useIslandStore } from '#stores/use-island-store.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import './staff.css'

type Found = CallAnswer<typeof searchCustomers>

const FIELDS: { value: CustomerSearchField; label: string; hint: string }[] = [
  { value: 'name', label: 'Name', hint: 'First, last or company name, or a part of it' },
  { value: 'rego', label: 'Registration', hint: 'The plate, with or without spaces' },
  { value: 'phone', label: 'Phone', hint: 'In any spelling' },
  { value: 'email', label: 'Email', hint: 'The address, or a part of it' },
]

/** Finding a customer, and acting for one. Made for the keyboard: Enter searches, the results follow the field. */
export function CustomerSearch() {
  const [where, setWhere] = useState<CustomerSearchField>('name')
  const [search, setSearch] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [answer, setAnswer] = useState<Result<Found> | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const latest = useRef(0)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (search.trim() === '') {
      setError('Please enter something to search for')
      return field.current?.focus()
    }
    setIsBusy(true)
    const mine = ++latest.current
    const found = await siteCall(searchCustomers, { query: { search: search.trim(), where } })
    if (mine !== latest.current) return
    setAnswer(found)
    setIsBusy(false)
  }

  return (
    <div className="stack">
      <AreaHeading title="Customer Search" />
      <form className="staff-search" onSubmit={submit} role="search" noValidate>
        <SelectField label="Search by" value={where} options={FIELDS} onChange={setWhere} />
        <TextField
          ref={field}
          label="Search"
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={FIELDS.find(({ value }) => value === where)?.hint}
          maxLength={100}
          value={search}
          error={error}
          onChange={(text) => {
            setSearch(text)
            setError('')
          }}
        />
        <Button type="submit" isBusy={isBusy}>
          Search
        </Button>
      </form>
      <div aria-live="polite" className="stack">
        {answer && (answer.ok ? <Results found={answer.value} /> : <Failed answer={answer} />)}
      </div>
    </div>
  )
}

const Failed = ({ answer }: { answer: Extract<Result<Found>, { ok: false }> }) => (
  <Notice kind="error" title="The search did not work">
    {failureMessage(answer.failure)}
  </Notice>
)

function Results({ found: { customers, truncated } }: { found: Found }) {
  const current = useIslandStore($customer, null)
  const selected = useRef<number | null>(null)
  const takeFocus = (link: HTMLAnchorElement | null) => {
    // The button that was pressed is gone.
    if (selected.current === current?.id) link?.focus()
    selected.current = null
  }
  if (customers.length === 0) return <p className="empty">No customer matches.</p>
  return (
    <>
      <p className="small quiet">
        {customers.length === 1 ? '1 customer' : `${customers.length} customers`}
        {truncated && '. There are more: search for something narrower'}
      </p>
      <div className="table-scroll">
        <table className="table table--dense staff-results">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Email</th>
              <th scope="col">Mobile phone</th>
              <th scope="col">Registrations</th>
              <th scope="col">
                <span className="visually-hidden">Act for the customer</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {customers.map((customer) => {
              const fullName = `${customer.name.firstName} ${customer.name.lastName}`
              return (
                <tr key={customer.id}>
                  <th scope="row" id={`customer-${customer.id}`}>
                    {fullName}
                    {customer.customerType === 'COMPANY' && (
                      <span className="small quiet"> (company)</span>
                    )}
                  </th>
                  <td>{customer.email}</td>
                  <td>{shownPhone(customer.mobilePhone)}</td>
                  <td>{customer.registrations.join(', ')}</td>
                  <td>
                    {current?.id === customer.id ? (
                      <a href={paths.customer('agreements')} ref={takeFocus}>
                        Open the account
                      </a>
                    ) : (
                      <button
                        type="button"
                        className="button button--quiet button--small"
                        aria-describedby={`customer-${customer.id}`}
                        onClick={() => {
                          selected.current = customer.id
                          impersonate(customer)
                        }}
                      >
                        Select
                      </button>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}
