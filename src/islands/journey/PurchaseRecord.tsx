import { useState, type ReactNode } from 'react'
import { hasAllCalls } from '#lib/site/all-calls.ts'
import type { OwnerDetails } from '#lib/purchases/forms.ts'
import type { CreditDecision, TradeVehicle } from '#lib/purchases/shapes.ts'
import { carInALine } from '#lib/catalogue/car-labels.ts'
import { APPLY_WITH_DEALER, creditStanding } from '#lib/finance/credit.ts'
import { countsTradeIn, payKind } from '#lib/payments/pay-options.ts'
import { AllCalls } from '#ui/AllCalls.tsx'
import { DeliveryLine } from '#ui/purchase/DeliveryLine.tsx'
import { FinanceFigures, LenderNote } from '#ui/FinanceFigures.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PriceLines } from '#ui/PriceLines.tsx'
import { useToday } from '#ui/hooks/use-today.ts'
import { ConditionDocuments } from './ConditionDocuments.tsx'
import { DecisionNotice } from './notices/DecisionNotice.tsx'
import { useJourneyPage } from './journey-page.ts'
import { Offers } from './deal/Offers.tsx'
import { isOver } from './deal/pay-plan.ts'
import { PayPlanLines } from './deal/PayPlanLines.tsx'
import { useOutlet } from './use-outlet.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import { isUndecided } from '#lib/trade-in/trade-in-offers.ts'
import { isTradeInOpen } from './notices/TradeInOffers.tsx'
import {
  closedStatusText,
  confirmedStatusText,
  hasOpenOffer,
  STATUS_TEXTS,
} from './steps/trade-in/trade-vehicle.ts'

/** The whole purchase on one page. While it can be changed, each part has an edit link. */
export function PurchaseRecord({ canEdit }: { canEdit: boolean }) {
  const { journey, payOptionNames, lender } = useJourneyPage()
  const {
    currentQuote: quote,
    offers = [],
    tradeInformation,
    ownerDetails,
    creditDecision,
  } = journey
  const today = useToday()
  const [openedAtMs] = useState(Date.now)
  const outlet = useOutlet()

  const takesNone = !countsTradeIn(quote.payOption)
  const canTradeIn = canEdit && !takesNone
  const tradeInWords = (vehicle: TradeVehicle) =>
    takesNone
      ? `You can’t trade in a car with a ${payKind(quote.payOption)}, so it isn’t part of this purchase.`
      : canEdit
        ? STATUS_TEXTS[vehicle.status](vehicle)
        : isTradeInOpen(journey)
          ? confirmedStatusText(vehicle)
          : closedStatusText(vehicle)

  return (
    <div className="record divided">
      <RecordSection title="Car and price" edit={canEdit && 'configure'}>
        <p>
          <strong>{quote.vehicle.variantName}</strong>, {carInALine(quote)}
        </p>
        <PriceLines {...quote} />
        <DeliveryLine delivery={journey.delivery} />
      </RecordSection>
      {offers.length > 0 && (
        <RecordSection title="Included with the car" edit={false}>
          <Offers canEdit={canEdit} />
        </RecordSection>
      )}
      <RecordSection
        title={isOver(journey) ? 'Payment' : 'What you pay and when'}
        edit={canEdit && 'configure?pay'}
      >
        <p>{payOptionNames[quote.payOption] ?? quote.payOption}</p>
        <PayPlanLines journey={journey} />
        {quote.finance && (
          <>
            <FinanceFigures {...quote} finance={quote.finance} />
            <LenderNote lender={lender} />
          </>
        )}
      </RecordSection>
      {quote.finance && (
        <RecordSection title="Finance pre-approval" edit={canEdit && hasAllCalls() && 'finance'}>
          <Decision decision={creditDecision} canApply={canEdit} />
          {creditDecision?.code === 'CONDITIONL' &&
            creditStanding(creditDecision, quote, today) !== 'other-kind' &&
            !canEdit &&
            !journey.paymentMetadata.lenderPaid &&
            !isOver(journey) && (
              <AllCalls>
                <ConditionDocuments id={journey.id} />
              </AllCalls>
            )}
        </RecordSection>
      )}
      {tradeInformation.vehicles.length > 0 && (
        <RecordSection title="Trade-in" edit={canTradeIn && 'trade-in'}>
          {tradeInformation.vehicles.map((vehicle) => (
            <p key={vehicle.id}>
              <strong>{vehicle.registration}</strong>, {vehicle.make} {vehicle.model} {vehicle.year}
              <br />
              {tradeInWords(vehicle)}
            </p>
          ))}
          {canTradeIn && tradeInformation.vehicles.some(isUndecided) && (
            <Notice>
              {tradeInformation.vehicles.some((vehicle) => hasOpenOffer(vehicle, openedAtMs))
                ? 'You haven’t accepted our offer yet. You can do so any time before you accept the agreement.'
                : 'You can confirm before you get our offer, and accept it any time before you accept the agreement.'}{' '}
              The price you confirm stays the same, and you’ll have less to pay.
            </Notice>
          )}
        </RecordSection>
      )}
      {canTradeIn && tradeInformation.vehicles.length === 0 && (
        <RecordSection title="Trade-in" edit={false}>
          <p>None</p>
        </RecordSection>
      )}
      {ownerDetails && (
        <RecordSection title="Owner details" edit={canEdit && 'owner-details/confirmation'}>
          <Owner details={ownerDetails} />
        </RecordSection>
      )}
      {outlet && (
        <RecordSection title="Dealer" edit={canEdit && 'owner-details/confirmation'}>
          <p>
            {outlet.name}
            <br />
            {shownPhone(outlet.phone)}
          </p>
        </RecordSection>
      )}
    </div>
  )
}

function RecordSection({
  title,
  edit,
  children,
}: {
  title: string
  /** The step where it is changed; `false` when it cannot be. */
  edit: string | false
  children: ReactNode
}) {
  const { href } = useJourneyPage()
  return (
    <section className="record__part stack stack--s">
      <div className="cluster cluster--between">
        <h2 className="step-part">{title}</h2>
        {edit && (
          <a href={href(edit)}>
            Edit<span className="visually-hidden"> {title.toLowerCase()}</span>
          </a>
        )}
      </div>
      {children}
    </section>
  )
}

const Decision = ({
  decision,
  canApply,
}: {
  decision: CreditDecision | null
  canApply: boolean
}) => {
  if (decision) return <DecisionNotice decision={decision} />
  return (
    <p>
      {canApply
        ? 'You haven’t applied yet. You can confirm without pre-approval and apply through your dealer later.'
        : APPLY_WITH_DEALER}
    </p>
  )
}

function Owner({ details }: { details: OwnerDetails }) {
  const { line1, line2, suburb, city, postcode } = details.postalAddress
  const lines = [
    details.customerType === 'COMPANY' && details.companyName,
    `${details.firstName} ${details.lastName}`,
    line1,
    line2,
    suburb,
    `${city} ${postcode}`,
    details.email,
    shownPhone(details.mobilePhone),
    details.driverLicence && `Driver licence ${details.driverLicence.number}`,
  ].filter(Boolean)
  return (
    <ul className="record__lines">
      {lines.map((line) => (
        <li key={String(line)}>{line}</li>
      ))}
    </ul>
  )
}
