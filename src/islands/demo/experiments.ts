import type { Experiment } from '#lib/demo/lab.ts'
import { paths } from '#stores/site/paths.ts'

interface ExperimentGroup {
  title: string
  text: string
  experiments: {
    name: Experiment
    button: string
    /** The failure and its expected outcome. */
    what: string
    /** The page where the outcome shows. */
    seeAt: { text: string; href: string }
  }[]
}

const purchases = { text: 'My Purchases', href: paths.customer('agreements') }
const build = { text: 'Build and quote', href: paths.buildAndQuote() }
const service = { text: 'Book a service', href: paths.service }
const mailbox = { text: 'Demo mailbox', href: paths.demoMail }

/** The experiments, in the order of the page. */
export const EXPERIMENT_GROUPS: ExperimentGroup[] = [
  {
    title: 'Payments',
    text: 'Build a car, start the purchase, confirm it and go to the payment page. Press a button here before you pay there.',
    experiments: [
      {
        name: 'lose-notice',
        button: 'Lose the notice',
        what: 'The provider takes the money and never says so. The payment is found all the same: when you come back, or within a few minutes by asking.',
        seeAt: purchases,
      },
      {
        name: 'double-notice',
        button: 'Send it twice',
        what: 'The same notice arrives two times. The payment counts once, and one receipt is mailed.',
        seeAt: mailbox,
      },
      {
        name: 'delay-notice',
        button: 'Send it late',
        what: 'The notice arrives a minute late. Whoever comes back sooner sees the payment already; the notice changes nothing more.',
        seeAt: purchases,
      },
      {
        name: 'forge-notice',
        button: 'Forge a notice',
        what: 'Somebody else says that the newest payment was made. It is refused, and the payment stays open.',
        seeAt: purchases,
      },
      {
        name: 'decline',
        button: 'Decline the card',
        what: 'The next payment by card is declined, whatever is pressed. No money moves, and the same page takes another try.',
        seeAt: purchases,
      },
      {
        name: 'time-out',
        button: 'Close the payment page',
        what: 'The time of every open payment page is over. The purchase offers to start again; nothing is paid twice.',
        seeAt: purchases,
      },
    ],
  },
  {
    title: 'Prices, times and sessions',
    text: 'These happen to whoever did something last: most likely you, in another tab.',
    experiments: [
      {
        name: 'change-price',
        button: 'Raise the price',
        what: 'The quote of the newest purchase has run out, and the car costs $500 more. Confirming asks for your agreement to the new price first.',
        seeAt: build,
      },
      {
        name: 'steal-slot',
        button: 'Take the time',
        what: 'Choose a time for a service and stop before you book. Somebody else gets it; you are told, and keep all that you typed.',
        seeAt: service,
      },
      {
        name: 'end-session',
        button: 'End the session',
        what: 'The newest session ends on the server. The next thing you do asks you to sign in, and goes on from there.',
        seeAt: purchases,
      },
    ],
  },
  {
    title: 'The clock',
    text: 'Moves the clock of the whole demonstration, for everybody.',
    experiments: [
      {
        name: 'clock-hour',
        button: 'An hour on',
        what: 'Payment pages close and held times are free again. You stay signed in.',
        seeAt: service,
      },
      {
        name: 'clock-day',
        button: 'A day on',
        what: 'The window to cancel a confirmed purchase gets shorter by a day.',
        seeAt: purchases,
      },
      {
        name: 'clock-fortnight',
        button: '15 days on',
        what: 'Quotes run out and have to be priced anew. Sessions that nobody used for a fortnight are over.',
        seeAt: { text: 'My Quotes', href: paths.customer('quotes') },
      },
      {
        name: 'clock-back',
        button: 'Back to now',
        what: 'The clock is right again. Nothing that was written later is lost.',
        seeAt: mailbox,
      },
    ],
  },
]
