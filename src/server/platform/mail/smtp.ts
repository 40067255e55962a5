import { createTransport } from 'nodemailer'

/** As RFC 5321 (4.5.3.2) asks: a server that scans a message first has it by then, and would get it twice. */
const ANSWER_WITHIN_MS = 10 * 60_000
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: ANSWER_WITHIN_MS,
  // A connection that was left open may have gone mute.
  idleTimeout: 25_000,
}

/** A pool of connections to a mail server. */
export const openTransport = (url: string, maxConnections: number) =>
  createTransport({
    url,
    pool: true,
    maxConnections,
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
