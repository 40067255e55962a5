import type { OpenRecall } from '#lib/vehicles/recall-shapes.ts'
import type { Deps } from '#server/deps.ts'
import { greeting, writeMail, type Mail, type Recipient } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'

/**
 * The mail to an owner about open recalls of their car.
 *
 * @param car The car’s make, model and year
 */
export const openRecallMail = (
  deps: Deps,
  {
    car,
    registration,
    recalls,
    ...recipient
  }: Recipient & { car: string; registration: string; recalls: readonly OpenRecall[] },
): Mail => {
  const isUrgent = recalls.some(({ severity }) => severity === 'COMPULSORY')
  const what = recalls.length === 1 ? 'recall' : 'recalls'
  return writeMail(deps, {
    kind: 'open-recall',
    to: recipient.to,
    subject: `${isUrgent ? 'Urgent: safety' : 'Safety'} ${what} for your ${car}, ${registration}`,
    blocks: [
      greeting(recipient.firstName),
      {
        text: `Your ${car}, ${registration}, needs a recall repair. It’s free, and we can do it at any of our workshops.${isUrgent ? ' Please book it as soon as you can.' : ''}`,
      },
      ...recalls.flatMap(({ recallNumber, title, description, remedy, severity }) => [
        { heading: `${title}${severity === 'COMPULSORY' ? ' (compulsory)' : ''}` },
        { text: `${description}\nRepair: ${remedy}\nRecall number: ${recallNumber}` },
      ]),
      { action: 'Book the free repair', url: mailPaths(deps).service },
      { text: `Or call us on ${deps.catalogue.brand.phone}.` },
      {
        text: 'We send safety emails like this to every owner, whether or not they get our news. No longer own it? Remove the car from your profile.',
        isNote: true,
      },
    ],
  })
}
