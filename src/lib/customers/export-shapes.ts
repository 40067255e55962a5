import { z } from '#lib/shared/zod.ts'
import { AccountState, Passkey, SignedInDevice } from './account-shapes.ts'
import { Agreement } from '#lib/purchases/agreement-shapes.ts'
import { PaymentSource, PaymentStatus, PaymentType } from '#lib/codes.ts'
import { Customer, Message, WishedTime } from './shapes.ts'
import { DISPUTE_STATUSES } from '#lib/payments/refund-states.ts'
import { PersonRole } from '#lib/people/forms.ts'
import { Person, PersonEvent, PersonEventKind } from '#lib/people/shapes.ts'
import { PurchaseFile } from '#lib/purchases/file-shapes.ts'
import { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { PurchaseRecord } from '#lib/payments/shapes.ts'
import { Quote } from '#lib/quotes/shapes.ts'
import { ServiceBooking } from '#lib/service/shapes.ts'
import { Watch } from '#lib/stock/watch-shapes.ts'

const ExportedPayment = z.object({
  purchaseJourneyId: z.string(),
  paymentType: PaymentType,
  source: PaymentSource,
  amountCents: z.int(),
  status: PaymentStatus,
  at: z.string(),
})

/** Everything that is held about a customer, as the file of `downloadExport` has it. */
export const CustomerExport = z.object({
  exportedAt: z.string(),
  customer: Customer,
  account: AccountState,
  vehicles: z.array(
    z.object({
      registration: z.string(),
      vin: z.nullable(z.string()),
      make: z.string(),
      model: z.string(),
      year: z.int(),
      /** Days: `null` where they are not known, and while it is the customer’s. */
      since: z.nullable(z.string()),
      until: z.nullable(z.string()),
      /** `null` for a car that was not handed over here. */
      warrantyUntil: z.nullable(z.string()),
      warrantyKm: z.nullable(z.int()),
      firstServiceDay: z.nullable(z.string()),
      firstServiceKm: z.nullable(z.int()),
    }),
  ),
  /** Recalls that the customer was told of by email. */
  recallNotices: z.array(
    z.object({ recallNumber: z.string(), registration: z.string(), at: z.string() }),
  ),
  quotes: z.array(Quote),
  purchases: z.array(
    z.object({
      ...PurchaseJourney.shape,
      /** The answers at any stage; `null` where none was begun. */
      financeApplication: z.nullable(z.record(z.string(), z.unknown())),
      /** The sale agreement that was issued last; `null` where none was. */
      agreement: z.nullable(Agreement),
      /** Where the car is, and when it was said to be ready. */
      delivery: PurchaseRecord.shape.delivery,
      /** When and where it is to be handed over; `null` where that is not agreed online now. */
      handOver: PurchaseRecord.shape.handOver,
      /** What was refunded, or is to be. */
      refunds: PurchaseRecord.shape.refunds,
      /** Payments that the customer’s bank disputed, and how staff settled the money of a lost one. */
      disputes: z.array(
        z.object({
          amountCents: z.int(),
          reason: z.string(),
          status: z.enum(DISPUTE_STATUSES),
          openedAt: z.string(),
          closedAt: z.nullable(z.string()),
          settledAt: z.nullable(z.string()),
          note: z.nullable(z.string()),
        }),
      ),
      /** Transfers that staff recorded. */
      receipts: z.array(z.object({ at: z.string(), amountCents: z.int(), reference: z.string() })),
      /** What happened to it. */
      events: z.array(z.object({ at: z.string(), event: z.string() })),
      /** Internal notes of staff. */
      notes: z.array(z.object({ at: z.string(), text: z.string() })),
      /** The files that were sent with it. Each is read by `readPurchaseFile`. */
      files: z.array(PurchaseFile),
      /** Whom the customer invited, and what they and the customer said. */
      people: z.object({ people: z.array(Person), events: z.array(PersonEvent) }),
      /** The signed document. */
      financeSignature: z.nullable(
        z.object({
          signedAt: z.string(),
          method: z.enum(['TYPED', 'DRAWN']),
          documentVersion: z.string(),
          documentSha256: z.string(),
          document: z.string(),
        }),
      ),
    }),
  ),
  /** Purchases of others that the customer was invited to, with what they said and signed. */
  sharedPurchases: z.array(
    z.object({
      role: PersonRole,
      /** As the buyer typed them. */
      name: z.string(),
      email: z.string(),
      acceptedAt: z.nullable(z.string()),
      endedAt: z.nullable(z.string()),
      events: z.array(
        z.object({
          at: z.string(),
          kind: PersonEventKind,
          text: z.nullable(z.string()),
          cents: z.nullable(z.int()),
        }),
      ),
    }),
  ),
  /** As a joint buyer, below agreements of others: they stay when the purchase's customer is deleted. */
  jointSignatures: z.array(
    z.object({ agreementId: z.string(), name: z.string(), signedAt: z.string() }),
  ),
  payments: z.array(ExportedPayment),
  serviceBookings: z.array(ServiceBooking),
  sessions: z.array(SignedInDevice),
  passkeys: z.array(Passkey),
  /** Recent emails to the customer; older ones are not kept. */
  messages: z.array(z.object({ subject: z.string(), queuedAt: z.string() })),
  /** Messages sent with the customer's address, newest first; the sender is not verified. */
  messagesLeft: z.array(
    z.object({
      kind: Message.shape.kind,
      name: z.string(),
      phone: z.nullable(z.string()),
      message: z.string(),
      modelCode: z.nullable(z.string()),
      outletCode: z.nullable(z.string()),
      wishedDay: z.nullable(z.string()),
      wishedTime: z.nullable(WishedTime),
      created: z.string(),
      doneAt: z.nullable(z.string()),
    }),
  ),
  /** Cars that the customer’s address watches, or is asked to confirm. */
  watches: z.array(z.object({ ...Watch.shape, created: z.string() })),
  /** Reads and changes of the record by staff and programs, newest first. */
  accesses: z.array(
    z.object({
      at: z.string(),
      by: z.enum(['staff', 'program', 'system']),
      action: z.string(),
      outcome: z.enum(['ALLOWED', 'REFUSED']),
      fields: z.array(z.string()),
    }),
  ),
})
export type CustomerExport = z.infer<typeof CustomerExport>
