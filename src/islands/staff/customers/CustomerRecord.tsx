import { mailLink } from '#lib/shared/email.ts'
import { useId, type ReactNode } from 'react'
import { hasAllCalls } from '#lib/site/all-calls.ts'
import { getOwnerships } from '#lib/customers/calls.ts'
import { listPurchaseJourneys } from '#lib/purchases/calls.ts'
import { listQuotes } from '#lib/quotes/calls.ts'
import type { Customer } from '#lib/customers/shapes.ts'
import { carInALine } from '#lib/catalogue/car-labels.ts'
import { formatDayOf } from '#lib/shared/instants.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { payKind } from '#lib/payments/pay-options.ts'
import { shownPhone, phoneLink } from '#lib/shared/phone.ts'
import { siteCall } from '#stores/site/api.ts'
import { paths } from '#stores/site/paths.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { OpenRecallNotice } from '#ui/OpenRecallNotice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { usePages } from '#ui/hooks/use-pages.ts'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'
import { CustomerHistory } from './CustomerHistory.tsx'
import { PagedTable } from '../PagedTable.tsx'
import { useMay } from '../rights.ts'
import { customerHash, purchaseHash } from '../routes.ts'
import { FactList, Section } from '../Section.tsx'
import { SelectButton } from './SelectButton.tsx'
import { ACCOUNT_STATUS_LABELS, PURCHASE_STATUS_LABELS, CUSTOMER_TYPE_LABELS } from '../labels.ts'

interface Shown {
  id: number
  view: 'record' | 'history'
}

/** Everything about a customer on one screen. Each reading is recorded in the history, which is the other view. */
export function CustomerRecord({ id, view }: Shown) {
  const asked = useQuery(`${id}`, () => siteCall(getOwnerships, { params: { id } }))
  const { customer } = asked.state === 'ready' ? asked.value : { customer: null }
  const nameId = useId()
  const may = useMay()
  return (
    <div className="stack">
      <div className="staff-record__head">
        <div>
          <div id={nameId}>
            <AreaHeading
              title={
                customer
                  ? `${customer.name.firstName} ${customer.name.lastName}`
                  : 'Customer record'
              }
            />
          </div>
          {customer && <CustomerHeadline customer={customer} />}
        </div>
        {customer && (
          <SelectButton
            customer={customer}
            describedBy={nameId}
            whileActing={{
              text: 'Open the account',
              href: paths.customer(may('sales') ? 'agreements' : 'profile'),
            }}
          />
        )}
      </div>
      {may('audit') && hasAllCalls() && (
        <nav className="tabs" aria-label="Customer record">
          {(['record', 'history'] as const).map((one) => (
            <a
              key={one}
              href={customerHash(id, one)}
              aria-current={one === view ? 'page' : undefined}
            >
              {one === 'record' ? 'Record' : 'History'}
            </a>
          ))}
        </nav>
      )}
      {view === 'history' ? (
        <CustomerHistory id={id} />
      ) : (
        <WhenLoaded asked={asked} name="the record">
          {({ customer: facts, ownershipBasicInfos }) => (
            <>
              <Facts customer={facts} />
              <Section title="Vehicles">
                {ownershipBasicInfos.length === 0 ? (
                  <p className="quiet">None on record.</p>
                ) : (
                  <ul className="staff-vehicles">
                    {ownershipBasicInfos.map(({ car }) => (
                      <li key={car.registration}>
                        <span className="plate">{car.registration}</span> {car.make.description}{' '}
                        {car.model.description} {car.year}
                        <OpenRecallNotice recalls={car.openRecalls ?? []} />
                      </li>
                    ))}
                  </ul>
                )}
              </Section>
              {may('sales') && (
                <>
                  <Purchases id={id} />
                  <Quotes id={id} />
                </>
              )}
            </>
          )}
        </WhenLoaded>
      )}
    </div>
  )
}

const CustomerHeadline = ({ customer }: { customer: Customer }) => (
  <p className="staff-record__standing">
    <span>{customer.companyName ?? CUSTOMER_TYPE_LABELS[customer.customerType]}</span>
    {customer.nzbn && <span className="quiet">NZBN {customer.nzbn}</span>}
    <span className="staff-status" data-status={customer.webAccountStatus}>
      {ACCOUNT_STATUS_LABELS[customer.webAccountStatus]}
    </span>
  </p>
)

function Facts({ customer }: { customer: Customer }) {
  const phone = (number: string | null) =>
    number && <a href={phoneLink(number)}>{shownPhone(number)}</a>
  const address = customer.postalAddress
  const facts: [label: string, value: ReactNode][] = [
    ['Email', <a href={mailLink(customer.email)}>{customer.email}</a>],
    ['Mobile phone', phone(customer.mobilePhone)],
    ['Home phone', phone(customer.homePhone)],
    ['Work phone', phone(customer.workPhone)],
    [
      'Postal address',
      address &&
        [address.line1, address.line2, address.suburb, `${address.city} ${address.postcode}`]
          .filter(Boolean)
          .join(', '),
    ],
    ['Marketing emails', customer.marketingConsent ? 'Yes' : 'No'],
    ['Customer number', customer.id],
  ]
  return <FactList facts={facts} none="Not given" />
}

function Purchases({ id }: { id: number }) {
  const asked = usePages(`${id}`, async (cursor) => {
    const answer = await siteCall(listPurchaseJourneys, { params: { id }, query: { cursor } })
    if (!answer.ok) return answer
    return { ok: true, value: { ...answer.value, items: answer.value.purchaseJourneyList } }
  })
  return (
    <Section title="Purchases">
      <PagedTable
        asked={asked}
        name="the purchases"
        columns={['Vehicle', 'Status', 'Started', 'Paid']}
        amounts="Drive-away"
      >
        {({ purchaseJourneyId, reference, status, quote, created, paymentMetadata }) => (
          <tr key={purchaseJourneyId}>
            <th scope="row">
              {hasAllCalls() ? (
                <a href={purchaseHash(purchaseJourneyId)}>{quote.vehicle.variantName}</a>
              ) : (
                quote.vehicle.variantName
              )}
              <span className="staff-table__more">
                {reference}
                <br />
                {carInALine(quote)}, {payKind(quote.payOption)}
              </span>
            </th>
            <td>{PURCHASE_STATUS_LABELS[status.purchaseJourneyStatusCode]}</td>
            <td data-label="Started">{formatDayOf(created)}</td>
            <td data-label="Paid">{formatMoney(paymentMetadata.paidCents)}</td>
            <td className="money" data-label="Drive-away">
              {formatMoney(quote.totals.driveAwayCents)}
            </td>
          </tr>
        )}
      </PagedTable>
    </Section>
  )
}

function Quotes({ id }: { id: number }) {
  const asked = usePages(`${id}`, async (cursor) => {
    const answer = await siteCall(listQuotes, { params: { id }, query: { cursor } })
    return answer.ok ? { ok: true, value: { ...answer.value, items: answer.value.quotes } } : answer
  })
  return (
    <Section title="Quotes">
      <PagedTable
        asked={asked}
        name="the quotes"
        columns={['Vehicle', 'Created', 'Price held until']}
        amounts="Drive-away"
      >
        {(quote) => (
          <tr key={quote.quoteId}>
            <th scope="row">
              <a href={paths.savedQuote(quote.quoteId)}>{quote.vehicle.variantName}</a>
              <span className="staff-table__more">
                {carInALine(quote)}, {payKind(quote.payOption)}
              </span>
            </th>
            <td data-label="Created">{formatDayOf(quote.created)}</td>
            <td data-label="Price held until">{formatDayOf(quote.expires)}</td>
            <td className="money" data-label="Drive-away">
              {formatMoney(quote.totals.driveAwayCents)}
            </td>
          </tr>
        )}
      </PagedTable>
    </Section>
  )
}
