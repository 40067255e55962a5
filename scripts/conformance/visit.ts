import { randomUUID } from 'node:crypto'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { Quote, QuoteRequest } from '#lib/quotes/shapes.ts'
import type { TokenAnswer } from '#lib/sign-in/calls.ts'
import {
  captchaHeaders,
  endpointOf,
  mailedCode,
  send,
  type Account,
  type Given,
  type Reply,
  type Target,
} from './caller.ts'
import { successFaults } from './judge.ts'

/** A check cannot be made: something it needs is not there. */
export class NotChecked extends Error {
  override readonly name = 'NotChecked'
}

/** A new address that nobody reads. */
export const newAddress = () => `conformance-${randomUUID().slice(0, 8)}@mail.example`

/** What a customer does at the API that is checked. What one check made, others use. */
export class Visit {
  readonly target: Target
  readonly #made = new Map<string, Promise<unknown>>()

  constructor(target: Target) {
    this.target = target
  }

  send(name: string, given?: Given): Promise<Reply> {
    return send(this.target, endpointOf(name), given)
  }

  /** The answer of a call that has to be a success for the check to go on. */
  async need<T>(name: string, given?: Given): Promise<T> {
    const endpoint = endpointOf(name)
    const reply = await this.send(name, given)
    if (reply.status === endpoint.ok) return reply.json as T
    throw new NotChecked(`${name} is needed for it: ${successFaults(endpoint, reply)[0]}`)
  }

  once<T>(what: string, make: () => Promise<T>): Promise<T> {
    const made = this.#made.get(what) ?? make()
    this.#made.set(what, made)
    return made as Promise<T>
  }

  /** After it the next check signs in again. */
  forgetToken(): void {
    this.#made.delete(`token of ${CUSTOMER}`)
  }

  get clientFields() {
    const { id, secret } = this.target.client
    return { client_id: id, client_secret: secret }
  }

  signIn(account: Account | null, who: string): Promise<TokenAnswer> {
    return this.once(`token of ${who}`, async () => {
      if (!account) throw new NotChecked(`it needs an account: ${who}`)
      return this.newSession(account)
    })
  }

  get customer(): Account {
    const { customer } = this.target
    if (!customer) throw new NotChecked(`it needs an account: ${CUSTOMER}`)
    return customer
  }

  async token(): Promise<string> {
    const { access_token } = await this.signIn(this.customer, CUSTOMER)
    return access_token
  }

  /** A session of an account that no other check uses. */
  newSession({ username, password }: Account): Promise<TokenAnswer> {
    const body = { ...this.clientFields, grant_type: 'password', username, password }
    return this.need<TokenAnswer>('token', { body })
  }

  /**
   * The account whose password is changed: one of its own where the API shows its mail, so that it is confirmed by the
   * code; else the customer's.
   */
  spare(): Promise<Account> {
    return this.once('spare account', async () => {
      const account = { username: newAddress(), password: `conformance ${randomUUID()}` }
      const { username: email, password } = account
      await this.need('createCustomer', {
        headers: await captchaHeaders(this.target),
        body: {
          customerType: 'INDIVIDUAL',
          name: { firstName: 'Mere', lastName: 'Parata' },
          email,
          password,
        },
      })
      const code = await mailedCode(this.target, email)
      if (code !== null) {
        const body = {
          ...this.clientFields,
          grant_type: 'password',
          purpose: 'registration',
          chosen_password: password,
        }
        await this.need('token', { body: { ...body, username: email, password: code } })
        return account
      }
      return this.customer
    })
  }

  async staffToken(): Promise<string> {
    return (await this.signIn(this.target.staff, '--staff NAME:PASSWORD')).access_token
  }

  async otherToken(): Promise<string> {
    return (await this.signIn(this.target.other, '--other NAME:PASSWORD')).access_token
  }

  /** The number of the customer. */
  async id(): Promise<number> {
    return this.once('number', async () => {
      const user = await this.need<{ customer: { id: number } | null }>('getCurrentUser', {
        token: await this.token(),
      })
      if (!user.customer) throw new NotChecked('it needs the account of a customer')
      return user.customer.id
    })
  }

  /** As the customer, about the customer. */
  async own(): Promise<{ token: string; params: { id: number } }> {
    return { token: await this.token(), params: { id: await this.id() } }
  }

  /** A car that can be bought: the first option in stock, in its first colour. */
  async request(): Promise<QuoteRequest> {
    const { kdcd, colourCode } = await this.once('car', async () => {
      type Options = { kdcd: string; stockLevel: string; colourCodes: string[] }[]
      const { models } = await this.need<{
        models: { variants: { options: Options }[] }[]
      }>('listModels')
      const options = models.flatMap(({ variants }) => variants.flatMap(({ options }) => options))
      const option = options.find(({ stockLevel }) => stockLevel === 'In stock') ?? options[0]
      if (!option) throw new NotChecked('listModels is needed for it: no car can be ordered')
      return { kdcd: option.kdcd, colourCode: option.colourCodes[0] }
    })
    return { kdcd, ...(colourCode && { colourCode }), payOption: 'CASH' }
  }

  async visitorsQuote(): Promise<Quote> {
    return this.need<Quote>('calculateQuote', { body: { ...(await this.request()) } })
  }

  async savedQuote(): Promise<Quote> {
    const token = await this.token()
    return this.need<Quote>('saveQuote', { token, body: { ...(await this.request()) } })
  }

  async newJourney(): Promise<PurchaseJourney> {
    const { quoteId } = await this.savedQuote()
    return this.need<PurchaseJourney>('createPurchaseJourney', {
      ...(await this.own()),
      body: { quoteId },
    })
  }

  journey(): Promise<PurchaseJourney> {
    return this.once('journey', () => this.newJourney())
  }

  /** The owner of the car that is bought. */
  async ownerDetails() {
    return {
      customerType: 'INDIVIDUAL',
      firstName: 'Mere',
      lastName: 'Parata',
      email: this.customer.username,
      mobilePhone: '021 555 0123',
      postalAddress: {
        line1: '12 Kauri Road',
        suburb: 'Westmere',
        city: 'Auckland',
        postcode: '1022',
        country: 'NZ',
      },
    }
  }

  /** What is sent to confirm a purchase of its own. */
  confirmation() {
    return this.once('confirmation', async () => {
      const { id } = await this.newJourney()
      const token = await this.token()
      const ready = await this.need<PurchaseJourney>('updatePurchaseJourney', {
        token,
        params: { id },
        body: { ownerDetails: await this.ownerDetails(), hasConfirmedOwnerDetails: true },
      })
      return {
        token,
        params: { id },
        body: {
          acceptedTotalCents: ready.currentQuote.totals.driveAwayCents,
          termsVersion: this.target.termsVersion,
          signatureName: 'Mere Parata',
        },
      }
    })
  }

  confirmed(): Promise<PurchaseJourney> {
    return this.once('confirmed', async () =>
      this.need<PurchaseJourney>('confirmPurchase', {
        ...(await this.confirmation()),
        headers: { 'idempotency-key': 'conformance-confirm' },
      }),
    )
  }

  /** A payment of the confirmed purchase's deposit. */
  async payment() {
    const { id: purchaseJourneyId } = await this.confirmed()
    return { token: await this.token(), body: { purchaseJourneyId, paymentType: 'DEPOSIT' } }
  }

  /** A car of the customer's, or the one that was named. */
  async registration(): Promise<string> {
    const { registration } = this.target
    if (registration !== null) return registration
    const { ownershipBasicInfos } = await this.need<{
      ownershipBasicInfos: { car: { registration: string } }[]
    }>('getOwnerships', await this.own())
    const car = ownershipBasicInfos[0]?.car
    if (!car) throw new NotChecked('it needs a car: --registration PLATE')
    return car.registration
  }
}

export const CUSTOMER = '--username NAME --password PASSWORD'
