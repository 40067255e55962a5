import { advanceJourney } from '#lib/purchases/staff-calls.ts'
import { decideFinance } from '#lib/finance/calls.ts'
import { offerForTradeIn } from '#lib/trade-in/calls.ts'
import { isReplaceable, isTooOldToCount } from '#lib/trade-in/trade-in-offers.ts'
import type { TradeVehicle } from '#lib/purchases/shapes.ts'
import type { StaffPurchase } from '#lib/staff/shapes.ts'
import { isAbout } from '#lib/finance/credit.ts'
import { countsTradeIn, isLease } from '#lib/payments/pay-options.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { siteCall } from '#stores/site/api.ts'
import { DateField } from '#ui/fields/DateField.tsx'
import { MoneyField } from '#ui/fields/MoneyField.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea } from '#ui/fields/TextArea.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { ActionForm, type PurchaseActionProps } from '../ActionForm.tsx'
import { typedForms } from '#stores/session/ended-session.ts'
import { useMinute } from '#ui/hooks/use-minute.ts'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'

/** Offers a price for a trade-in. */
export function OfferForTradeIn({
  purchase,
  vehicle,
  onChanged,
}: PurchaseActionProps & { vehicle: TradeVehicle }) {
  const { id, version } = purchase.journey
  const form = `offer ${vehicle.id}`
  const [offerCents, setOfferCents] = useDraftState(
    typedForms,
    `${form} cents`,
    vehicle.offerCents ?? null,
  )
  return (
    <ActionForm
      form={form}
      label={vehicle.offerCents === undefined ? 'Offer a price' : 'Offer another price'}
      about={`for ${vehicle.registration}`}
      submit="Send the offer"
      question={`Offer ${formatMoney(offerCents ?? 0)} for ${vehicle.registration}? We’ll email the offer. It’s valid for 7 days.${isReplaceable(vehicle) ? ` The customer has accepted ${formatMoney(vehicle.offerCents ?? 0)} and will have to accept again.` : ''}`}
      isReady={offerCents !== null && offerCents > 0}
      done="We’ve emailed the customer the offer."
      run={() =>
        siteCall(offerForTradeIn, {
          params: { id },
          ifMatch: `"v${version}"`,
          body: { vehicleId: vehicle.id, offerCents: offerCents! },
        })
      }
      onChanged={onChanged}
    >
      {(wasTried) => (
        <MoneyField
          label="Offer"
          hint={
            vehicle.guide &&
            `Guide: ${formatMoney(vehicle.guide.lowCents)} to ${formatMoney(vehicle.guide.highCents)}. Any finance owing is deducted later.`
          }
          isShort
          valueCents={offerCents}
          onChange={setOfferCents}
          error={wasTried && !offerCents ? 'Please enter the offer' : ''}
        />
      )}
    </ActionForm>
  )
}

type Decision = 'AUTOAPPR' | 'CONDITIONL' | 'DECLINE'
const DECISIONS: { value: Decision; label: string }[] = [
  { value: 'AUTOAPPR', label: 'Approved' },
  { value: 'CONDITIONL', label: 'Approved with conditions' },
  { value: 'DECLINE', label: 'Declined' },
]

/** Reads `8.95` as an annual rate in per cent; `null` when it is not a rate. */
const parseRate = (typed: string): number | null =>
  /^\d{1,2}(\.\d{1,3})?$/.test(typed.trim()) ? Number(typed) : null

const LABELS = {
  record: 'Record the decision',
  correct: 'Correct the decision',
  another: 'Record another decision',
  loan: 'Record the decision on the loan that was applied for',
}

/** Records the decision on the finance application, corrects it, or records a later answer of the lender. */
export function DecideFinance({ purchase, onChanged }: PurchaseActionProps) {
  const { id, version, currentQuote, creditDecision: before } = purchase.journey
  const isCorrection = purchase.canCorrectDecision
  const form = `decision ${id}`
  const [code, setCode] = useDraftState<Decision | ''>(typedForms, `${form} code`, '')
  const [limitCents, setLimitCents] = useDraftState<number | null>(
    typedForms,
    `${form} limit`,
    before?.limitCents ?? currentQuote.finance?.amountFinancedCents ?? null,
  )
  const [rate, setRate] = useDraftState(
    typedForms,
    `${form} rate`,
    String(before?.annualRatePct ?? currentQuote.finance?.annualRatePct ?? ''),
  )
  const [validUntil, setValidUntil] = useDraftState(
    typedForms,
    `${form} last day`,
    before?.validUntil ?? '',
  )
  const [typed, setTyped] = useDraftState(
    typedForms,
    `${form} conditions`,
    before?.conditions.join('\n') ?? '',
  )
  const annualRatePct = parseRate(rate)
  const conditions = typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const isApproval = code === 'AUTOAPPR' || code === 'CONDITIONL'
  const isMissing = code === 'CONDITIONL' && conditions.length === 0
  const lacks = isApproval && (limitCents === null || annualRatePct === null || validUntil === '')
  // A decision on a loan tells a buyer nothing who now pays cash.
  const asked = { code: 'DECLINE' as const, conditions: [], appliedFor: before?.appliedFor }
  const moment = { status: purchase.journey.status.purchaseJourneyStatusCode, today: '' }
  const isLoans = purchase.isReferred && !isAbout(asked, currentQuote, moment)
  const isTold =
    !isLoans && (isLease(currentQuote.payOption) || isAbout(asked, currentQuote, moment))
  const terms = isApproval
    ? ` up to ${formatMoney(limitCents ?? 0)} at ${annualRatePct}%${validUntil && ` until ${formatDay(validUntil)}`}`
    : ''
  return (
    <ActionForm
      form={form}
      label={
        LABELS[
          isCorrection
            ? 'correct'
            : isLoans
              ? 'loan'
              : purchase.isReferred || !before
                ? 'record'
                : 'another'
        ]
      }
      submit={isCorrection ? 'Correct it' : 'Record it'}
      question={`${isCorrection ? 'Correct it to' : 'Record'} “${DECISIONS.find(({ value }) => value === code)?.label}”${terms}?${isTold ? ' We’ll email the customer.' : ''}`}
      isReady={code !== '' && !isMissing && !lacks}
      done={`Decision ${isCorrection ? 'corrected' : 'recorded'}.${isTold ? ' We’ve emailed the customer.' : ''}`}
      run={() =>
        siteCall(decideFinance, {
          params: { id },
          ifMatch: `"v${version}"`,
          body: {
            code: code as Decision,
            conditions: code === 'CONDITIONL' ? conditions : [],
            ...(isApproval && {
              limitCents: limitCents!,
              annualRatePct: annualRatePct!,
              validUntil,
            }),
            ...(isCorrection && { isCorrection }),
          },
        })
      }
      onChanged={onChanged}
    >
      {(wasTried) => (
        <>
          <SelectField
            label="Lender’s decision"
            value={code}
            options={DECISIONS}
            placeholder="Choose one"
            onChange={setCode}
            error={wasTried && code === '' ? 'Please choose the decision' : ''}
          />
          {isApproval && (
            <>
              <MoneyField
                label="Up to"
                isShort
                valueCents={limitCents}
                onChange={setLimitCents}
                error={wasTried && limitCents === null ? 'Please enter the limit' : ''}
              />
              <TextField
                label="Annual interest rate, %"
                hint="For example 8.95"
                inputMode="decimal"
                maxLength={6}
                autoComplete="off"
                value={rate}
                onChange={setRate}
                error={wasTried && annualRatePct === null ? 'Please enter the rate' : ''}
              />
              <DateField
                label="Valid until"
                hint="Day, month and year"
                value={validUntil}
                onChange={setValidUntil}
                error={wasTried && !validUntil ? 'Please enter the last day' : ''}
              />
            </>
          )}
          {code === 'CONDITIONL' && (
            <TextArea
              label="Conditions"
              hint="One per line, worded for the customer"
              rows={3}
              value={typed}
              onChange={setTyped}
              error={wasTried && isMissing ? 'Please enter the conditions' : ''}
            />
          )}
        </>
      )}
    </ActionForm>
  )
}

/** Changes a purchase that the lender does not finance to cash. */
export function ChangeToCash({ purchase, onChanged }: PurchaseActionProps) {
  const form = `cash ${purchase.journey.id}`
  const [note, setNote] = useDraftState(typedForms, `${form} note`, '')
  const tradeIns = useTradeInsInCash(purchase.journey)
  return (
    <ActionForm
      form={form}
      label="Change to cash"
      submit="Change it"
      question={`Is the customer paying cash? The car and its price stay the same.${tradeIns} If the agreement isn’t signed yet, we’ll issue it again. We’ll email the customer.`}
      isReady={note.trim() !== ''}
      done="Changed to cash. We’ve emailed the customer."
      run={() =>
        siteCall(advanceJourney, {
          params: { id: purchase.journey.id },
          ifMatch: `"v${purchase.journey.version}"`,
          body: { event: 'changed-to-cash', note: note.trim() },
        })
      }
      onChanged={onChanged}
    >
      {(wasTried) => (
        <TextArea
          label="Agreed with, and when"
          hint="Saved as a note. The customer sees this if they download their data."
          rows={3}
          maxLength={500}
          value={note}
          onChange={setNote}
          error={wasTried && !note.trim() ? 'Please say who agreed and when' : ''}
        />
      )}
    </ActionForm>
  )
}

/** What becomes of the accepted trade-ins of a lease, which counts none. */
function useTradeInsInCash({ currentQuote, tradeInformation }: StaffPurchase['journey']): string {
  const nowMs = useMinute()
  if (countsTradeIn(currentQuote.payOption)) return ''
  return tradeInformation.vehicles
    .filter(({ status }) => status === 'APPRAISAL_ACCEPTED')
    .map(({ registration, offerCents = 0, offerExpires }) =>
      isTooOldToCount(offerExpires, nowMs)
        ? ` The offer for ${registration} has run out, so it won’t count.`
        : ` The offer of ${formatMoney(offerCents)} for ${registration} will count.`,
    )
    .join('')
}

/** Reserves a car for a purchase that has none. */
export const FindCar = ({ obstacle, purchase, onChanged }: PurchaseActionProps) => (
  <ActionForm
    form={`car-found ${purchase.journey.id}`}
    label="Find a car"
    submit="Reserve one"
    done="A car or build slot is reserved. We’ve emailed the customer."
    obstacle={obstacle}
    run={() =>
      siteCall(advanceJourney, {
        params: { id: purchase.journey.id },
        body: { event: 'car-found' },
      })
    }
    onChanged={onChanged}
  >
    {() => (
      <p>
        Reserve a car for this purchase? If none is in stock, we’ll reserve the next build slot.
        We’ll email the customer.
      </p>
    )}
  </ActionForm>
)
