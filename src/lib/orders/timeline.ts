import type { DeliveryStatus, JourneyStatus, PayOption } from '#lib/codes.ts'
import { formatDays, type Days } from '#lib/catalogue/delivery.ts'
import { balanceLeftCents, payKind, type PayKind } from '#lib/payments/pay-options.ts'
import type { PurchaseRecord } from '#lib/payments/shapes.ts'
import { bookingTime } from '#lib/service/labels.ts'
import { formatDeadline, formatDayOf } from '#lib/shared/instants.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { PaymentMetadata } from '#lib/purchases/shapes.ts'

/** What the dates of an order are read from. */
export interface OrderFacts {
  status: JourneyStatus
  quote: { payOption: PayOption }
  confirmedDate: string | null
  metadata: { deliveryStatus?: DeliveryStatus; depositDueBy?: string | undefined }
  paymentMetadata: Pick<
    PaymentMetadata,
    'depositCents' | 'depositPaid' | 'balanceCents' | 'paidCents' | 'balancePaidCents'
  >
  /** The days between which the car should be ready. */
  estimate: Days | null
  /** The dates of what has happened; left out while they load. */
  record?: Pick<PurchaseRecord, 'delivery' | 'payments' | 'handOver' | 'dates'> | undefined
  /** `yyyy-mm-dd` */
  today: string
}

export interface OrderStep {
  label: string
  /** `started`: under way before the steps ahead of it are done, as a car that is shipped before its agreement. */
  state: 'done' | 'current' | 'started' | 'todo'
  /** The day of what is past; the day or the condition of what is to come. */
  when: string
}

interface Row {
  /** The ways to pay that have this step; left out where all have it. */
  kinds?: readonly PayKind[]
  isLeftOut?: (facts: OrderFacts) => boolean
  label: (facts: OrderFacts) => string
  isDone: (facts: OrderFacts) => boolean
  isStarted?: (facts: OrderFacts) => boolean
  /** A day or an instant. */
  doneAt: (facts: OrderFacts) => string | null | undefined
  toCome: (facts: OrderFacts) => string
}

const paidAt = (type: 'DEPOSIT' | 'BALANCE') => (facts: OrderFacts) =>
  facts.record?.payments.findLast(
    ({ paymentType, status }) => paymentType === type && status === 'PAID',
  )?.at

const stageAt = (status: DeliveryStatus | undefined, { record }: OrderFacts) =>
  record?.delivery.history.find((event) => event.status === status)?.at

const isReady = ({ metadata, status }: OrderFacts) =>
  metadata.deliveryStatus === 'AVAIL4PKUP' || status === 'COMPLETE'

const isAgreed = ({ status }: OrderFacts) => status === 'AGREEMENT' || status === 'COMPLETE'

/** Where a car is, as a step under way. */
const ON_THE_WAY: Record<DeliveryStatus | 'IN_STOCK', string> = {
  IN_STOCK: 'Being prepared',
  ONORDER: 'Being built',
  SHIPPED: 'On its way to New Zealand',
  LANDED: 'In New Zealand',
  DISPATCHED: 'On its way to your dealer',
  AVAIL4PKUP: 'At your dealer',
}

const hasBalance = ({ paymentMetadata }: OrderFacts) => balanceLeftCents(paymentMetadata) > 0

const dueBy = ({ metadata: { depositDueBy } }: OrderFacts) =>
  depositDueBy ? `By ${formatDeadline(depositDueBy)}` : 'To pay'

/** The steps of an order from the first day to the last, each with its date. */
const ROWS: readonly Row[] = [
  {
    label: () => 'Ordered',
    isDone: () => true,
    doneAt: ({ confirmedDate }) => confirmedDate,
    toCome: () => '',
  },
  {
    kinds: ['cash', 'finance'],
    isLeftOut: ({ paymentMetadata }) => paymentMetadata.depositCents === 0,
    label: ({ paymentMetadata }) => (paymentMetadata.depositPaid ? 'Deposit paid' : 'Deposit'),
    isDone: ({ paymentMetadata }) => paymentMetadata.depositPaid,
    doneAt: paidAt('DEPOSIT'),
    toCome: dueBy,
  },
  {
    kinds: ['lease'],
    label: (facts) => (paidAt('BALANCE')(facts) ? 'First payment made' : 'First payment'),
    isDone: (facts) => Boolean(paidAt('BALANCE')(facts)),
    doneAt: paidAt('BALANCE'),
    toCome: ({ metadata: { depositDueBy } }) =>
      depositDueBy ? `By ${formatDeadline(depositDueBy)}` : 'Before you collect the car',
  },
  {
    label: (facts) => (isAgreed(facts) ? 'Agreement accepted' : 'Agreement'),
    isDone: isAgreed,
    doneAt: ({ record }) => record?.dates?.agreementAccepted,
    toCome: ({ record }) =>
      record?.dates?.agreementIssued
        ? `Ready to accept since ${formatDayOf(record.dates.agreementIssued)}`
        : 'We’ll email it to you',
  },
  {
    label: (facts) =>
      ON_THE_WAY[isReady(facts) ? 'AVAIL4PKUP' : (facts.metadata.deliveryStatus ?? 'IN_STOCK')],
    isDone: isReady,
    isStarted: (facts) => Boolean(stageAt(facts.metadata.deliveryStatus, facts)),
    doneAt: (facts) => stageAt('AVAIL4PKUP', facts),
    toCome: (facts) => {
      const since = stageAt(facts.metadata.deliveryStatus, facts)
      return since ? `Since ${formatDayOf(since)}` : ''
    },
  },
  {
    label: () => 'Ready to collect',
    isDone: isReady,
    doneAt: (facts) => stageAt('AVAIL4PKUP', facts),
    toCome: ({ estimate, today }) =>
      !estimate
        ? 'Your dealer will give you a date'
        : estimate.to < today
          ? 'Later than expected. Your dealer will call you with a new date'
          : `${formatDays(estimate.from, estimate.to)}, estimated`,
  },
  {
    kinds: ['cash', 'finance'],
    isLeftOut: ({ paymentMetadata }) => paymentMetadata.balanceCents === 0,
    label: (facts) => (hasBalance(facts) ? 'Balance' : 'Balance paid'),
    isDone: (facts) => !hasBalance(facts),
    doneAt: paidAt('BALANCE'),
    toCome: ({ paymentMetadata }) =>
      `${formatMoney(balanceLeftCents(paymentMetadata))}, before you collect the car`,
  },
  {
    label: () => 'Hand-over',
    isDone: ({ status }) => status === 'COMPLETE',
    doneAt: ({ record }) => record?.dates?.handedOver,
    toCome: ({ record, ...facts }) =>
      record?.handOver?.appointment
        ? bookingTime(record.handOver.appointment.startsAt)
        : isAgreed(facts)
          ? 'You can choose a time now'
          : 'You can choose a time once you’ve accepted the agreement',
  },
]

/** The steps of a confirmed purchase, with the dates of what is past and the estimates of what is to come. */
export function orderTimeline(facts: OrderFacts): OrderStep[] {
  const kind = payKind(facts.quote.payOption)
  const steps = ROWS.filter(
    ({ kinds, isLeftOut }) => (!kinds || kinds.includes(kind)) && !isLeftOut?.(facts),
  ).map((row) => ({ row, isDone: row.isDone(facts) }))
  const current = steps.find(({ isDone }) => !isDone)?.row
  return steps.map(({ row, isDone }) => {
    const at = isDone ? row.doneAt(facts) : undefined
    return {
      label: row.label(facts),
      state: isDone
        ? 'done'
        : row === current
          ? 'current'
          : row.isStarted?.(facts)
            ? 'started'
            : 'todo',
      when: isDone ? (at ? formatDayOf(at) : '') : row.toCome(facts),
    }
  })
}
