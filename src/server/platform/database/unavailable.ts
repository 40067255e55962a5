/** SQLite's error numbers for a lock held by another process (5) and a full disk (13). Both are temporary. */
const SQLITE = [5, 13]

/**
 * PostgreSQL's states (its manual, appendix A) in which a request may succeed a little later: a broken
 * connection (08), no room or too many connections (53), a lock or a statement that took too long (55P03,
 * 57014), a restart (57P), a transaction that lost to another (40), a server that has not taken over yet (25006).
 */
const POSTGRES = /^(08\w{3}|53\w{3}|55P03|57014|57P\d\d|40001|40P01|25006)$/

/** Node's error codes for a broken connection. */
const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND']
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/

/** Whether an error means that the database is temporarily unavailable, and is not a bug. */
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
