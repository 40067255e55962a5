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
        what: 'The provider takes the money but never tells us. We still find out, either when you come back or by asking the provider within a few minutes.',
        seeAt: purchases,
      },
      {
        name: 'double-notice',
        button: 'Send it twice',
        what: 'The same notice arrives twice. The payment counts once, and we email one receipt.',
        seeAt: mailbox,
      },
      {
        name: 'delay-notice',
        button: 'Send it late',
        what: 'The notice arrives a minute late. If you come back sooner, you’ll already see the payment. The notice then changes nothing.',
        seeAt: purchases,
      },
      {
        name: 'forge-notice',
        button: 'Forge a notice',
        what: 'A stranger claims that the newest payment was made. We refuse the notice, and the payment stays open.',
        seeAt: purchases,
      },
      {
        name: 'decline',
        button: 'Decline the card',
        what: 'The next card payment is declined, even if you press Pay successfully. No money moves, and you can try again on the same page.',
        seeAt: purchases,
      },
      {
        name: 'time-out',
        button: 'Close the payment page',
        what: 'Every open payment page expires. The purchase lets you start again, and nothing is paid twice.',
        seeAt: purchases,
      },
    ],
  },
  {
    title: 'Prices, times and sessions',
    text: 'These act on the newest purchase, service time and session: most likely yours, in another tab.',
    experiments: [
      {
        name: 'change-price',
        button: 'Raise the price',
        what: 'The quote for the newest purchase expires, and the car costs $500 more. You’ll need to accept the new price before you can confirm.',
        seeAt: build,
      },
      {
        name: 'steal-slot',
        button: 'Take the chosen time',
        what: 'Choose a service time and stop before you book. Another customer takes it. We’ll let you know, and keep everything you typed.',
        seeAt: service,
      },
      {
        name: 'end-session',
        button: 'End the session',
        what: 'The newest session ends on the server. The next thing you do asks you to sign in, then continues.',
        seeAt: purchases,
      },
    ],
  },
  {
    title: 'The clock',
    text: 'Moves the clock of the whole demo, for everyone.',
    experiments: [
      {
        name: 'clock-hour',
        button: 'Forward an hour',
        what: 'Payment pages close and held times are released. You stay signed in.',
        seeAt: service,
      },
      {
        name: 'clock-day',
        button: 'Forward a day',
        what: 'You have one less day to cancel a confirmed purchase.',
        seeAt: purchases,
      },
      {
        name: 'clock-fortnight',
        button: 'Forward 15 days',
        what: 'Quotes expire and need a new price. Sessions left unused for a fortnight end.',
        seeAt: { text: 'My Quotes', href: paths.customer('quotes') },
      },
      {
        name: 'clock-back',
        button: 'Back to now',
        what: 'The clock shows the real time again. Nothing saved in the meantime is lost.',
        seeAt: mailbox,
      },
    ],
  },
]
