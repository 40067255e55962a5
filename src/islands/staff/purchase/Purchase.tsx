import { mailLink } from '#lib/shared/email.ts'
import './purchase.css'
import { carInALine } from '#lib/catalogue/car-labels.ts'
import { isUndecided } from '#lib/trade-in/trade-in-offers.ts'
import { formatDays } from '#lib/catalogue/delivery.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { endedWithoutCar } from '#lib/purchases/journey-status.ts'
import type { StaffPurchase } from '#lib/staff/shapes.ts'
import { creditObstacle, isLeaseToDecide, leaseObstacle } from '#lib/finance/credit.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { shownPhone, phoneLink } from '#lib/shared/phone.ts'
import { bookingTime } from '#lib/service/labels.ts'
import { disputeObstacle } from '#lib/payments/refund-states.ts'
import {
  ACTION_RIGHTS,
  nextAction,
  staffActions,
  type StaffAction,
} from '#lib/staff/staff-actions.ts'
import { siteCall } from '#stores/site/api.ts'
import { paths } from '#stores/site/paths.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { DeliveryTrack, EarlierEstimates } from '#ui/DeliveryTrack.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'
import { useMay } from '../rights.ts'
import { customerHash } from '../routes.ts'
import { FactList, Section } from '../Section.tsx'
import { PURCHASE_STATUS_LABELS } from '../labels.ts'
import type { PurchaseActionProps } from '../ActionForm.tsx'
import {
  AcceptedOnPaper,
  EmailSigningLink,
  IssueAgreement,
  signingFacts,
} from './agreement-actions.tsx'
import { ChangeToCash, DecideFinance, FindCar, OfferForTradeIn } from './deal-actions.tsx'
import { RecordCar } from './RecordCar.tsx'
import { BookHandOver, HandCarOver, ChangeEstimate, RecordDelivery } from './delivery-actions.tsx'
import { creditMoment, creditTroubleToday, Finance } from './Finance.tsx'
import { CancelPurchase, RecordReceipt } from './money-actions.tsx'
import { Money } from './Money.tsx'
import { People } from './People.tsx'
import { TradeIns, takesOffers, waitsForOffer } from './TradeIns.tsx'
import { PurchaseHistory } from './PurchaseHistory.tsx'
import { carStatus, offersText, payKindLabel } from './labels.ts'

/** A purchase for staff: its facts, and the actions possible now. */
export function Purchase({ id }: { id: string }) {
  const asked = useQuery(`purchase ${id}`, () => siteCall(getPurchaseForStaff, { params: { id } }))
  const purchase = asked.state === 'ready' ? asked.value : null
  const vehicle = purchase?.journey.currentQuote.vehicle
  return (
    <div className="stack">
      <div>
        <AreaHeading title={vehicle?.variantName ?? 'Purchase'} />
        {purchase && <PurchaseHeadline purchase={purchase} />}
      </div>
      <WhenLoaded asked={asked} name="the purchase">
        {(shown) => (
          <Shown purchase={shown} onChanged={asked.state === 'ready' ? asked.refetch : () => {}} />
        )}
      </WhenLoaded>
    </div>
  )
}

const PurchaseHeadline = ({ purchase: { journey } }: { purchase: StaffPurchase }) => {
  const { customer, currentQuote, confirmedDate, confirmedBy, status, reference } = journey
  return (
    <p className="staff-record__standing">
      <strong>{PURCHASE_STATUS_LABELS[status.purchaseJourneyStatusCode]}</strong>
      <span className="nowrap">{reference}</span>
      <a href={customerHash(customer.id)}>
        {[customer.companyName, `${customer.name.firstName} ${customer.name.lastName}`]
          .filter(Boolean)
          .join(', ')}
      </a>
      <span>{carInALine(currentQuote)}</span>
      <span>{payKindLabel(currentQuote.payOption)}</span>
      {confirmedDate && (
        <span className="quiet">
          Confirmed {formatDay(confirmedDate)}
          {confirmedBy && ` by ${confirmedBy} on the customer’s behalf`}
        </span>
      )}
    </p>
  )
}

const ACTION_FORMS: Record<StaffAction, (props: PurchaseActionProps) => ReactNode> = {
  'decide-finance': DecideFinance,
  'change-to-cash': ChangeToCash,
  'find-car': FindCar,
  receipt: RecordReceipt,
  'issue-agreement': IssueAgreement,
  'signing-link': EmailSigningLink,
  'agreement-on-paper': AcceptedOnPaper,
  'record-car': RecordCar,
  delivery: RecordDelivery,
  estimate: ChangeEstimate,
  'book-hand-over': BookHandOver,
  'hand-over': HandCarOver,
  cancel: CancelPurchase,
}

/** Why the lender stops the agreement, or a leased car, today. */
function creditToday(journey: StaffPurchase['journey']) {
  const facts = [journey.creditDecision, journey.currentQuote, creditMoment(journey)] as const
  return {
    creditObstacle: creditObstacle(...facts),
    isLeaseToDecide: isLeaseToDecide(...facts),
    leaseObstacle: leaseObstacle(...facts),
  }
}

function Shown(props: { purchase: StaffPurchase; onChanged: () => void }) {
  const { purchase } = props
  const { journey } = purchase
  const actsBox = useRef<HTMLDivElement>(null)
  const wasChanged = useRef(false)
  const onChanged = () => {
    wasChanged.current = true
    props.onChanged()
  }
  useEffect(() => {
    // The button with the focus is gone once its action is done.
    if (wasChanged.current && document.activeElement === document.body)
      (actsBox.current?.querySelector('button') ?? document.querySelector('h1'))?.focus()
    wasChanged.current = false
  }, [purchase])
  const may = useMay()
  const facts = {
    ...purchase,
    ...creditToday(journey),
    disputeObstacle: disputeObstacle(purchase.disputes),
    hasCreditTrouble: creditTroubleToday(purchase) !== null,
    hasHandOver: purchase.handOver !== null,
    deliveryStatus: purchase.delivery.status,
    ...signingFacts(journey),
  }
  const possible = staffActions(facts)
  const actions = possible.filter(({ action }) => may(ACTION_RIGHTS[action]))
  const next = nextAction(actions, facts)
  const appraisals = takesOffers(journey)
    ? journey.tradeInformation.vehicles.filter(waitsForOffer)
    : []
  return (
    <div className="staff-purchase">
      <div className="staff-purchase__acts" ref={actsBox}>
        <Section title="Actions">
          {appraisals.map((vehicle) => (
            <div key={vehicle.id} className="staff-purchase__next">
              <OfferForTradeIn purchase={purchase} vehicle={vehicle} onChanged={onChanged} />
            </div>
          ))}
          {actions.map(({ action, obstacle }) => {
            const One = ACTION_FORMS[action]
            return (
              <div
                key={action}
                className={
                  action === next && appraisals.length === 0
                    ? 'staff-purchase__next'
                    : action === 'cancel'
                      ? 'staff-purchase__cancel'
                      : undefined
                }
              >
                <One purchase={purchase} obstacle={obstacle} onChanged={onChanged} />
              </div>
            )
          })}
          {actions.length + appraisals.length === 0 && (
            <p className="quiet">
              {possible.length === 0 ? 'None. This purchase has ended.' : nextStepText(journey)}
            </p>
          )}
        </Section>
      </div>
      <div className="stack staff-purchase__facts">
        <Facts purchase={purchase} />
        <Money purchase={purchase} onChanged={onChanged} />
        <TradeIns purchase={purchase} onChanged={onChanged} />
        <Finance purchase={purchase} />
        <Delivery purchase={purchase} />
        <People purchase={purchase} onChanged={onChanged} />
        <Section title="Notes and history">
          <PurchaseHistory purchase={purchase} onChanged={onChanged} />
        </Section>
      </div>
    </div>
  )
}

function Facts({ purchase }: { purchase: StaffPurchase }) {
  const { journey, outletName, carOutletName } = purchase
  const { customer, currentQuote, offers = [] } = journey
  const facts: [label: string, value: ReactNode][] = [
    [
      'Phone',
      customer.mobilePhone && (
        <a href={phoneLink(customer.mobilePhone)}>{shownPhone(customer.mobilePhone)}</a>
      ),
    ],
    ['Email', <a href={mailLink(customer.email)}>{customer.email}</a>],
    ['Dealer', outletName],
    ['Car', carStatus(purchase)],
    [
      'Stock number',
      journey.car && [journey.car.stockNumber, carOutletName].filter(Boolean).join(', at '),
    ],
    ['VIN', journey.car?.vin],
    ['Offers, at no charge', offersText(offers)],
    ['Quote', <a href={paths.savedQuote(currentQuote.quoteId)}>Line by line</a>],
    ['Purchase', <a href={paths.purchase(journey.id)}>As the customer sees it</a>],
  ]
  return <FactList facts={facts} none="None" />
}

/** Names who takes the next step when this member of staff has no action. */
function nextStepText(journey: StaffPurchase['journey']): string {
  if (takesOffers(journey) && journey.tradeInformation.vehicles.some(isUndecided))
    return 'The customer hasn’t answered our offer for the trade-in. To change it, go to Trade-in on this page.'
  const { purchaseJourneyStatusCode: status } = journey.status
  if (status === 'COMPLETE') return 'The car is handed over. There’s nothing left to do.'
  if (endedWithoutCar(status)) return 'This purchase has ended. There’s nothing left to do.'
  return status === 'STARTED' && journey.creditDecision?.code !== 'MANUWRITE'
    ? 'The customer takes the next step.'
    : 'A manager needs to take the next step.'
}

function Delivery({ purchase }: { purchase: StaffPurchase }) {
  const { delivery, handOver } = purchase
  const once = creditTroubleToday(purchase) ? ', once the finance is sorted out' : ''
  const { status, history, estimate, estimates } = delivery
  if (!status && !estimate && !handOver?.appointment) return null
  return (
    <Section title="Delivery">
      {estimate && <p>{`Expected ${formatDays(estimate.from, estimate.to)}${once}.`}</p>}
      <EarlierEstimates estimates={estimates} />
      {status && <DeliveryTrack status={status} history={history} />}
      {handOver?.appointment && (
        <p>
          Hand-over: <strong>{bookingTime(handOver.appointment.startsAt)}</strong>
        </p>
      )}
    </Section>
  )
}
