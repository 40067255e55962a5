import type { CallAnswer } from '#lib/api/client.ts'
import type { searchCustomers } from '#lib/customers/calls.ts'
import type { CustomerSearchField } from '#lib/codes.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import { matchedField } from './matched-field.ts'
import { HighlightedText } from '#ui/HighlightedText.tsx'
import { customerHash } from '../routes.ts'
import { SelectButton } from './SelectButton.tsx'
import { ACCOUNT_STATUS_LABELS, CUSTOMER_TYPE_LABELS } from '../labels.ts'

type Answer = CallAnswer<typeof searchCustomers>
type Found = Answer['customers'][number]
interface By {
  where: CustomerSearchField
  search: string
}

export function foundCount({ customers, truncated }: Answer): string {
  if (customers.length === 0) return 'No customers match'
  const count = customers.length === 1 ? '1 customer' : `${customers.length} customers`
  return truncated ? `${count}. There are more, so narrow your search` : count
}

/** The customers found, a row each: a table, on a phone cards. The matching text is marked. */
export function SearchResults({ customers, truncated, by }: Answer & { by: By }) {
  if (customers.length === 0) return <NoneFound by={by} />
  return (
    <>
      <p className="small quiet">{foundCount({ customers, truncated })}</p>
      <table className="table table--dense staff-table">
        <thead>
          <tr>
            <th scope="col">Customer</th>
            <th scope="col">Registrations</th>
            <th scope="col">Phone</th>
            <th scope="col">Email</th>
            <th scope="col">Account</th>
            <th scope="col">
              <span className="visually-hidden">Act for the customer</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {customers.map((customer) => (
            <Row key={customer.id} customer={customer} by={by} />
          ))}
        </tbody>
      </table>
    </>
  )
}

function Row({ customer, by }: { customer: Found; by: By }) {
  const id = `customer-${customer.id}`
  const marked = (field: CustomerSearchField, text: string) => (
    <HighlightedText parts={matchedField(field, text, by)} />
  )
  return (
    <tr>
      <th scope="row" id={id}>
        <a href={customerHash(customer.id)}>
          {marked('name', `${customer.name.firstName} ${customer.name.lastName}`)}
        </a>
        <span className="staff-table__more">
          {customer.companyName
            ? marked('name', customer.companyName)
            : CUSTOMER_TYPE_LABELS[customer.customerType]}
        </span>
      </th>
      <td>
        {customer.registrations.map((registration) => (
          <span className="plate" key={registration}>
            {marked('rego', registration)}
          </span>
        ))}
      </td>
      <td>
        {phonesOf(customer, by).map(({ label, phone }) => (
          <span className="staff-table__line" key={label}>
            {marked('phone', phone)}
            {label !== 'mobile' && <span className="quiet"> {label}</span>}
          </span>
        ))}
      </td>
      <td>{marked('email', customer.email)}</td>
      <td>
        <span className="staff-status" data-status={customer.webAccountStatus}>
          {ACCOUNT_STATUS_LABELS[customer.webAccountStatus]}
        </span>
      </td>
      <td className="staff-table__action">
        <SelectButton customer={customer} describedBy={id} />
      </td>
    </tr>
  )
}

/** The phone number to call first, and those that match the search. */
function phonesOf({ mobilePhone, homePhone, workPhone }: Found, by: By) {
  const phones = [
    { label: 'mobile', phone: shownPhone(mobilePhone) },
    { label: 'home', phone: shownPhone(homePhone) },
    { label: 'work', phone: shownPhone(workPhone) },
  ].filter(({ phone }) => phone !== '')
  return phones.filter(
    ({ phone }, index) =>
      index === 0 || matchedField('phone', phone, by).some(({ isMatch }) => isMatch),
  )
}

const ELSEWHERE: Record<CustomerSearchField, string> = {
  name: 'You can enter the first few letters. Or search by registration, phone or email.',
  rego: 'You can enter the start of the plate. Or search by name, phone or email.',
  phone: 'You can enter any three digits in a row. Or search by name, registration or email.',
  email:
    'You can enter the start of any part of the address. Or search by name, registration or phone.',
}

const NoneFound = ({ by: { where, search } }: { by: By }) => (
  <div className="empty">
    <p>
      No customers match <strong>{search}</strong>.
    </p>
    <p className="small quiet">{ELSEWHERE[where]}</p>
  </div>
)
