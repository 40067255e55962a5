import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { HOUR_MS } from '#lib/shared/durations.ts'

/** A message as it arrived. */
interface Arrival {
  sender: string
  recipients: string[]
  /** Headers and body, as sent. */
  data: string
}

/**
 * What the server does with a message: takes it; answers otherwise when it has been handed over, or already
 * to its recipient (`rcpt`); or hangs up when it has been handed over, before it takes it or after.
 */
export type Behaviour =
  'take' | `${number} ${string}` | `rcpt ${number} ${string}` | 'hang up' | 'take, then hang up'

export interface SmtpServer {
  url: string
  port: number
  arrived: Arrival[]
  /** For the next messages, one each; after them it takes what comes. */
  behaviour: Behaviour[]
  /** Waited for before a message is answered. */
  held: Promise<void>
  /** As a reader's program understands them. */
  read(arrival: Arrival): Promise<Email>
  close(): Promise<void>
}

/**
 * A mail server of the makers of `nodemailer`, which keeps what it gets. It neither asks for nor
 * accepts a sign-in.
 *
 * @param port 0 for a free one.
 */
export async function startSmtpServer(port = 0): Promise<SmtpServer> {
  const behaviour: Behaviour[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, answer) => answer(refusal('535 5.7.8 wrong password')),
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: true,
    // Of its side: tests shorten those of the client.
    socketTimeout: HOUR_MS,
    onRcptTo(_address, _session, answer) {
      if (behaviour[0]?.startsWith('rcpt ')) answer(refusal(behaviour.shift()!.slice(5)))
      else answer()
    },
    async onData(stream, { id, envelope }, answer) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      await started.held
      const next = behaviour.shift() ?? 'take'
      if (next.startsWith('take'))
        started.arrived.push({
          sender: envelope.mailFrom ? envelope.mailFrom.address : '',
          recipients: envelope.rcptTo.map(({ address }) => address),
          data: Buffer.concat(chunks).toString('utf8'),
        })
      if (next.endsWith('hang up')) {
        for (const connection of connections()) if (connection.id === id) connection.close()
      } else answer(next === 'take' ? null : refusal(next))
    },
  })
  // A connection that is cut is part of the tests.
  server.on('error', () => undefined)
  const connections = () => server.connections as Set<{ id: string; close(): void }>
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const address = server.server.address() as AddressInfo
  const started: SmtpServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    arrived: [],
    behaviour,
    held: Promise.resolve(),
    read: ({ data }) => PostalMime.parse(data),
    close: () =>
      new Promise((done) => {
        for (const connection of connections()) connection.close()
        server.close(() => done())
      }),
  }
  return started
}

const refusal = (answer: string): Error =>
  Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
