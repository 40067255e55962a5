import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A message as it arrived. */
export interface Arrival {
  recipients: string[]
  /** Headers and body, as sent. */
  data: string
}

/** What the server does when a message has been handed over: takes it, answers otherwise, or hangs up. */
export type Behaviour = 'take' | 'hang up' | `${number} ${string}`

export interface SmtpServer {
  url: string
  arrived: Arrival[]
  /** For the next messages, one each; after them it takes what comes. */
  behaviour: Behaviour[]
  close(): Promise<void>
}

/** A mail server that keeps what it gets, as little of SMTP as a sender needs (RFC 5321). */
export async function startSmtpServer(): Promise<SmtpServer> {
  const arrived: Arrival[] = []
  const behaviour: Behaviour[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    const say = (line: string) => socket.write(`${line}\r\n`)
    let recipients: string[] = []
    let isData = false
    let buffer = ''
    say('220 test')
    socket.on('data', (chunk) => {
      buffer += chunk.toString('utf8')
      while (true) {
        const end = isData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n')
        if (end < 0) return
        const text = buffer.slice(0, end)
        buffer = buffer.slice(end + (isData ? 5 : 2))
        if (isData) {
          isData = false
          const next = behaviour.shift() ?? 'take'
          if (next === 'hang up') return void socket.destroy()
          if (next === 'take') arrived.push({ recipients, data: text })
          recipients = []
          say(next === 'take' ? '250 ok' : next)
          continue
        }
        const command = text.slice(0, 4).toUpperCase()
        if (command === 'RCPT') recipients.push(/<(.*)>/.exec(text)?.[1] ?? '')
        isData = command === 'DATA'
        if (command === 'QUIT') return void socket.end('221 bye\r\n')
        say(isData ? '354 go on' : '250 ok')
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    behaviour,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => done())
      }),
  }
}
