import { createTransport } from 'nodemailer'

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

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
