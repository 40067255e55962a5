import type { Deps } from '../../deps.ts'
import { mailPaths, writeMail, type Mail } from './mail.ts'

/** Brings what a visitor wrote to the brand's own address. */
export const messageMail = (
  deps: Deps,
  { name, email, message }: { name: string; email: string; message: string },
): Mail =>
  writeMail(deps, {
    kind: 'visitor-message',
    to: deps.catalogue.brand.email,
    subject: `A message from ${name}`,
    blocks: [
      { text: 'Somebody left a message on the website:' },
      {
        rows: [
          ['Name', name],
          ['Email', email],
        ],
      },
      { text: message },
      { text: 'Nobody has checked that the address is theirs. The list of all messages:' },
      { action: 'Open the messages', url: mailPaths(deps).staffMessages },
    ],
  })
