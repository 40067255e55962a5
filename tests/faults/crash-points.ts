import { randomUUID } from 'node:crypto'
import { reportOf, type Report } from './report.ts'
import { insist, signedIn, type FaultyShop } from './shop.ts'
import { auditEnd, auditNow, openStockedShop } from './sqlite-shop.ts'
import { stepsOf, type Step } from './steps.ts'
import { Ledger } from './writers.ts'

/** More than any of the requests makes. */
const MOST_WRITES = 60

/** The operations that are killed after each of their writes. */
const CUT = ['save', 'mail', 'begin', 'confirm', 'startPayment', 'check'] as const
type Cut = (typeof CUT)[number]

/**
 * Lets the process die after the first write of a request, of the next such request after the second, and so on until
 * one is answered: the client repeats each with its key.
 *
 * @param points After which writes; all of them if not given.
 */
export async function crashAtEachWrite(
  cuts: readonly Cut[] = CUT,
  points?: readonly number[],
): Promise<Report> {
  const shop = await openStockedShop()
  const ledger = new Ledger()
  const report = reportOf('crash after each write', 0)
  const found: string[] = []
  try {
    const buyer = await signedIn([shop], 'customer@demo.example')
    const steps = stepsOf([shop], buyer)
    /** The preparation of a step, and the effects once it is answered. */
    const prepared: Record<
      Cut,
      () => Promise<{ step: Step<unknown>; note(value: unknown): void }>
    > = {
      async save() {
        return {
          step: steps.save,
          note: (value) => {
            ledger.savedQuotes += 1
            ledger.quotes.push((value as { quoteId: string }).quoteId)
          },
        }
      },
      async mail() {
        return { step: steps.mail(await saved()), note: () => (ledger.mailedQuotes += 1) }
      },
      async begin() {
        return { step: steps.begin(await saved()), note: () => {} }
      },
      async confirm() {
        const journey = await ready()
        return { step: steps.confirm(journey), note: () => ledger.confirmed.push(journey.id) }
      },
      async startPayment() {
        return { step: steps.startPayment(await confirmed()), note: () => {} }
      },
      async check() {
        const id = await confirmed()
        const { sessionId, redirectUrl } = await ledger.write(steps.startPayment(id))
        await ledger.write(steps.pay(redirectUrl, 'never'))
        return { step: steps.check(sessionId), note: () => ledger.paid.push(id) }
      },
    }
    const saved = async () => {
      const { quoteId } = await ledger.write(steps.save)
      ledger.savedQuotes += 1
      return quoteId
    }
    const ready = async () => {
      const { id } = await ledger.write(steps.begin(await saved()))
      return ledger.write(steps.makeReady(id))
    }
    const confirmed = async () => {
      const journey = await ledger.write(steps.confirm(await ready()))
      ledger.confirmed.push(journey.id)
      return journey.id
    }

    for (const cut of cuts) {
      let crashes = 0
      for (const writes of points ?? Array.from({ length: MOST_WRITES }, (_, index) => index + 1)) {
        const { step, note } = await prepared[cut]()
        const crashed = await cutOff(shop, step, writes)
        await auditNow(shop, ledger.soFar(), report)
        note(crashed.answer)
        ledger.acknowledged += 1
        if (!crashed.hasDied) break
        crashes += 1
      }
      // Where nothing dies, nothing is tried.
      if (crashes === 0) report.lost.push(`${cut}: the process never died`)
      found.push(`${cut} ${crashes}`)
      report.times += crashes
    }
    await auditEnd(shop, ledger, report)
  } finally {
    await shop.close()
  }
  report.note = found.join(', ')
  return report
}

async function cutOff(shop: FaultyShop, step: Step<unknown>, writes: number) {
  const key = randomUUID()
  await shop.suffer({ fault: 'die', afterWrites: writes })
  const first = await step(key)
  if (first.ok) {
    await shop.suffer({ fault: 'die', afterWrites: 0 })
    // It may have died of what a worker wrote after the answer.
    if (!shop.isUp) {
      await shop.died()
      await shop.restart()
    }
    return { hasDied: false, answer: first.value }
  }
  await shop.died()
  await shop.restart()
  return { hasDied: true, answer: await insist(() => step(key)) }
}
