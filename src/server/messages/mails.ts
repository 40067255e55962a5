import type { CatalogueModel } from '#content/schema/model.ts'
import type { Dealer } from '#content/schema/dealer.ts'
import { wishedWords, type EnquiryKind, type WishedTime } from '#lib/messages/enquiry.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import type { Deps } from '#server/deps.ts'
import { greeting, writeMail, type Block, type Mail } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'

/** Forwards a visitor's message to the brand's own address. A subject is kept longer than the message, so it has no name. */
export const messageMail = (
  deps: Deps,
  { name, email, message }: { name: string; email: string; message: string },
): Mail =>
  writeMail(deps, {
    kind: 'visitor-message',
    to: deps.catalogue.brand.email,
    subject: 'A message from the website',
    blocks: [
      { text: 'Someone left a message on the website:' },
      {
        rows: [
          ['Name', name],
          ['Email', email],
        ],
      },
      { text: message },
      ...messagesLink(deps),
    ],
  })

interface Enquiry {
  kind: EnquiryKind
  name: string
  email: string
  /** E.164. */
  phone: string | null
  message: string
  model: Pick<CatalogueModel, 'name'> | null
  dealer: Pick<Dealer, 'name' | 'email' | 'phone'> | null
  wished: { day: string; time: WishedTime } | null
}

/** The subject of an enquiry; none of it is typed by the sender. */
type About = Pick<Enquiry, 'model' | 'dealer' | 'wished'>

const aboutRows = ({ model, dealer, wished }: About): [string, string][] => [
  ...(model ? [['Model', model.name] as [string, string]] : []),
  ...(dealer ? [['Dealer', dealer.name] as [string, string]] : []),
  ...(wished ? [['When', wishedWords(wished)] as [string, string]] : []),
]

/** Forwards an enquiry or a test drive request to its dealer, else to the brand. */
export const enquiryMail = (deps: Deps, enquiry: Enquiry): Mail =>
  writeMail(deps, {
    kind: 'enquiry',
    to: enquiry.dealer?.email ?? deps.catalogue.brand.email,
    subject: `${enquiry.kind === 'TESTDRIVE' ? 'A test drive request' : 'An enquiry'} from the website`,
    blocks: [
      {
        text:
          enquiry.kind === 'TESTDRIVE'
            ? 'Someone has asked for a test drive. Please call or email them to arrange a time:'
            : 'Someone sent an enquiry on the website:',
      },
      {
        rows: [
          ['Name', enquiry.name],
          ['Email', enquiry.email],
          ...(enquiry.phone ? [['Phone', shownPhone(enquiry.phone)] as [string, string]] : []),
          ...aboutRows(enquiry),
        ],
      },
      ...(enquiry.message ? [{ text: enquiry.message }] : []),
      ...messagesLink(deps),
    ],
  })

/** Acknowledges an enquiry, in our words only: the address may be another person's. */
export const enquiryReceivedMail = (
  deps: Deps,
  enquiry: About & Pick<Enquiry, 'kind' | 'email'>,
): Mail => {
  const { brand } = deps.catalogue
  const { name, phone } = enquiry.dealer ?? brand
  const rows = aboutRows(enquiry)
  const isTestDrive = enquiry.kind === 'TESTDRIVE'
  return writeMail(deps, {
    kind: 'enquiry-received',
    to: enquiry.email,
    subject: isTestDrive ? 'We’ve got your test drive request' : 'We’ve got your enquiry',
    blocks: [
      greeting(),
      {
        text: isTestDrive
          ? `Thank you. ${name} will call or email you to arrange a time. Your test drive isn’t booked until then.`
          : `Thank you. ${name} will reply by email or phone.`,
      },
      ...(rows.length > 0 ? [{ rows }] : []),
      { text: `Need to change anything? Call ${phone}.` },
      { text: 'Didn’t send this? There’s nothing you need to do.' },
    ],
  })
}

const messagesLink = (deps: Deps): Block[] => [
  { text: 'We haven’t verified this email address.' },
  { action: 'Open the messages', url: mailPaths(deps).staffMessages },
]
