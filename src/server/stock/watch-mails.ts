import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import type { PricedRequest } from '#lib/pricing/pricing.ts'
import type { Deps } from '#server/deps.ts'
import type { CarToday } from './watch-outcome.ts'
import { greeting, money, writeMail, type Block, type Mail } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'

interface Watched {
  to: string
  /** The car in words of the catalogue. */
  car: string
  request: PricedRequest
  /** Opens the page where it is confirmed and stopped. */
  watchKey: string
}

const stop = (deps: Deps, { watchKey }: Pick<Watched, 'watchKey'>): Block[] => [
  { text: 'Unsubscribe any time, without signing in:', isNote: true },
  { action: 'Stop these emails', url: mailPaths(deps).watch(watchKey) },
]

const carRows = (car: string, today: CarToday): Block => ({
  rows: [
    ['Car', car],
    ['Drive-away price', money(today.priceCents)],
    ['Stock', today.stockLevel],
  ],
})

/** Asks an unproven address to confirm a watch. */
export const watchConfirmationMail = (
  deps: Deps,
  { to, car, watchKey, days }: Omit<Watched, 'request'> & { days: number },
): Mail =>
  writeMail(deps, {
    kind: 'watch-confirm',
    to,
    subject: 'Please confirm you’d like emails about a car',
    blocks: [
      greeting(),
      {
        text: `Someone, probably you, asked us to email this address when this car’s price changes or it comes into stock: ${car}.`,
      },
      { text: `Please confirm within ${days} days. We won’t send anything until you do:` },
      { action: 'Confirm', url: mailPaths(deps).watch(watchKey) },
      { text: 'Didn’t ask for this? You can ignore this email.' },
    ],
  })

/** A watch has started. */
export const watchStartedMail = (
  deps: Deps,
  watched: Omit<Watched, 'request'> & { today: CarToday; endsAt: string },
): Mail => ({
  ...writeMail(deps, {
    kind: 'watch-started',
    to: watched.to,
    subject: `We’re watching the ${watched.car} for you`,
    blocks: [
      greeting(),
      {
        text: `Until ${formatDay(aucklandDay(watched.endsAt))}, we’ll email you if the price changes or the car comes into stock. Here are today’s price and availability:`,
      },
      carRows(watched.car, watched.today),
      ...stop(deps, watched),
    ],
  }),
  unsubscribeUrl: mailPaths(deps).watch(watched.watchKey),
})

/** A watched car has another price, or has come into stock. */
export const watchChangedMail = (
  deps: Deps,
  watched: Watched & { before: CarToday; today: CarToday },
): Mail => {
  const { before, today } = watched
  const hasCome = before.stockLevel !== 'In stock' && today.stockLevel === 'In stock'
  const changeCents = today.priceCents - before.priceCents
  const words = [
    ...(hasCome ? ['It’s now in stock.'] : []),
    ...(changeCents === 0
      ? []
      : [
          `The drive-away price has gone ${changeCents > 0 ? 'up' : 'down'} by ${money(Math.abs(changeCents))}, from ${money(before.priceCents)} to ${money(today.priceCents)}.`,
        ]),
  ]
  return {
    ...writeMail(deps, {
      kind: 'watch-changed',
      to: watched.to,
      subject: hasCome ? `In stock: ${watched.car}` : `A new price for the ${watched.car}`,
      blocks: [
        greeting(),
        { text: `Here’s an update on the car you’re watching. ${words.join(' ')}` },
        carRows(watched.car, today),
        { text: 'This is today’s price and can change. Save a quote to hold it for a few days.' },
        {
          action: 'Open it in Build and quote',
          url: mailPaths(deps).configuration(watched.request),
        },
        ...stop(deps, watched),
      ],
    }),
    unsubscribeUrl: mailPaths(deps).watch(watched.watchKey),
  }
}

/** A watch has ended: its time is over, or the car is no longer sold. */
export const watchEndedMail = (
  deps: Deps,
  { to, car, request, isGone }: Omit<Watched, 'watchKey'> & { isGone: boolean },
): Mail =>
  writeMail(deps, {
    kind: 'watch-ended',
    to,
    subject: `We’ve stopped watching the ${car}`,
    blocks: [
      greeting(),
      {
        text: isGone
          ? `The ${car} you’re watching is no longer available as you built it. This is our last email about it.`
          : `You’ve been watching this car for twelve months: ${car}. This is our last email about it.`,
      },
      isGone
        ? { action: 'See what’s available now', url: mailPaths(deps).buildAndQuote }
        : { action: 'Open it and watch it again', url: mailPaths(deps).configuration(request) },
    ],
  })
