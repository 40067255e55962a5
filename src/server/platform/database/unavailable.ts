/** SQLite's own numbers: another process holds the lock (5), the disk is full (13). Both pass. */
const SQLITE = [5, 13]

/**
 * PostgreSQL's states (its manual, appendix A) in which a request may succeed a little later: a broken
 * connection (08), no room or too many connections (53), a lock or a statement that took too long (55P03,
 * 57014), a restart (57P), a transaction that lost to another (40).
 */
const POSTGRES = /^(08\w{3}|53\w{3}|55P03|57014|57P\d\d|40001|40P01)$/

/** How a connection breaks, in Node's words and, where the driver has no code for it, in the driver's. */
const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/

/** Whether a fault is the database's absence, which passes, and not a mistake of ours. */
export function isUnavailable(error: unknown): boolean {
  const { errcode, code, message } = error as {
    errcode?: number
    code?: string
    message?: string
  }
  if (errcode !== undefined) return SQLITE.includes(errcode & 0xff)
  if (code !== undefined) return POSTGRES.test(code) || NETWORK.includes(code)
  return DRIVER.test(message ?? '')
}
