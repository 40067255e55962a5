import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { searchCustomers } from '#lib/customers/calls.ts'
import type { CustomerSearchField } from '#lib/codes.ts'
import { listRecentCustomers } from '#lib/staff/calls.ts'
import { siteCall } from '#stores/site/api.ts'
import type { SessionCustomer } from '#stores/session/session-shape.ts'
import { AllCalls } from '#ui/AllCalls.tsx'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { goTo } from '#ui/hooks/use-hash.ts'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'
import { FindPurchase } from '../FindPurchase.tsx'
import { useMay } from '../rights.ts'
import { customerHash, searchHash } from '../routes.ts'
import { foundCount, SearchResults } from './SearchResults.tsx'
import { SelectButton } from './SelectButton.tsx'
import { ShortcutHint } from './ShortcutHint.tsx'
import { useRowKeys } from '../use-row-keys.ts'

const FIELDS: { value: CustomerSearchField; label: string; hint: string }[] = [
  { value: 'name', label: 'Name', hint: 'First, last or company name' },
  { value: 'rego', label: 'Registration', hint: 'The plate, with or without spaces' },
  { value: 'phone', label: 'Phone', hint: 'Any format' },
  { value: 'email', label: 'Email', hint: 'Full or partial email address' },
]

interface Asked {
  where: CustomerSearchField
  search: string
}

/**
 * Finds a customer while they are on the phone. Made for the keyboard: Enter searches, the arrow keys go through the
 * results, Enter selects. The search is in the address, so that Back returns to it.
 */
export function CustomerSearch(asked: Asked) {
  const [typed, setTyped] = useState(asked)
  const [shown, setShown] = useState(asked)
  const [error, setError] = useState('')
  // Counts searches, so that repeating one loads it again.
  const [times, setTimes] = useState(0)
  const may = useMay()
  const screen = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
  }, [])
  useRowKeys(screen, field)

  // The address has changed: by a search here, or by Back.
  if (shown.where !== asked.where || shown.search !== asked.search) {
    setShown(asked)
    setTyped(asked)
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const search = typed.search.trim()
    if (search === '') {
      setError('Please enter something to search for')
      return field.current?.focus()
    }
    setTimes(times + 1)
    goTo(searchHash(typed.where, search))
  }

  return (
    <div className="stack" ref={screen}>
      <AreaHeading title="Customer Search" />
      <form
        className="staff-search"
        onSubmit={submit}
        role="search"
        aria-label="Customers"
        noValidate
      >
        <SelectField
          label="Search by"
          value={typed.where}
          options={FIELDS}
          onChange={(where) => setTyped({ ...typed, where })}
        />
        <TextField
          ref={field}
          label="Search"
          type="search"
          enterKeyHint="search"
          inputMode={typed.where === 'phone' ? 'tel' : typed.where === 'email' ? 'email' : 'search'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={FIELDS.find(({ value }) => value === typed.where)?.hint}
          maxLength={100}
          value={typed.search}
          error={error}
          onChange={(search) => {
            setTyped({ ...typed, search })
            setError('')
          }}
        />
        <Button type="submit">Search</Button>
      </form>
      <ShortcutHint />
      <div className="stack">
        {shown.search === '' ? (
          <AllCalls>
            <Recent />
          </AllCalls>
        ) : (
          <Found {...shown} times={times} />
        )}
      </div>
      {may('sales') && (
        <AllCalls>
          <FindPurchase />
        </AllCalls>
      )}
    </div>
  )
}

function Found({ where, search, times }: Asked & { times: number }) {
  const asked = useQuery(`${where} ${search} ${times}`, () =>
    siteCall(searchCustomers, { query: { search, where } }),
  )
  return (
    <>
      <p className="visually-hidden" role="status">
        {asked.state === 'ready' && foundCount(asked.value)}
      </p>
      <WhenLoaded asked={asked} name="the customers">
        {(found) => <SearchResults {...found} by={{ where, search }} />}
      </WhenLoaded>
    </>
  )
}

/** The customers this member of staff acted for last. */
function Recent() {
  const asked = useQuery('recent', () => siteCall(listRecentCustomers))
  const id = useId()
  // Only a convenience: without an answer it is left out.
  const recent = asked.state === 'ready' ? asked.value.customers : []
  if (recent.length === 0) return null
  return (
    <section className="stack stack--s" aria-labelledby={id}>
      <h2 className="staff-subheading" id={id}>
        Recent customers
      </h2>
      <ul className="staff-recent">
        {recent.map((customer) => (
          <RecentCustomer key={customer.id} customer={customer} />
        ))}
      </ul>
    </section>
  )
}

const RecentCustomer = ({ customer }: { customer: SessionCustomer }) => {
  const id = `recent-${customer.id}`
  const { firstName, lastName = '' } = customer.name
  return (
    <li>
      <span id={id}>
        <a href={customerHash(customer.id)}>{`${firstName} ${lastName}`}</a>{' '}
        <span className="small quiet">{customer.email}</span>
      </span>
      <SelectButton customer={customer} describedBy={id} />
    </li>
  )
}
