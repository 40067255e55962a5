import pino, { type DestinationStream, type Logger } from 'pino'

/** Of a message no more is looked through or kept. */
const MAX_LENGTH = 4_000

/** A day of this century's twenties or later, as in the names of migrations and backups; nobody was born on it who buys a car. */
const OUR_DATE = /^20[2-9]\d(-?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])$/

/** What must not stand in a log, wherever a text comes from: another server's answer, a database's complaint. */
const PERSONAL: [pattern: RegExp, instead: string | ((found: string) => string)][] = [
  [/[^\s<>"'()=,:;]+@[^\s<>"'(),;]+/g, '<address>'],
  [/\b[acrl]1_[\w.-]+/g, '<token>'],
  [/\+?\d[\d ()-]{6,}\d/g, (found) => (OUR_DATE.test(found) ? found : '<number>')],
]

const withoutPersons = (text: string): string =>
  PERSONAL.reduce(
    (kept, [pattern, instead]) => kept.replace(pattern, instead as string),
    text.slice(0, MAX_LENGTH),
  )

/** Of a fault its kind and its words: what else hangs on it may be a row, a recipient or a request. */
function inWords(fault: unknown, depth = 0): unknown {
  if (!(fault instanceof Error)) return withoutPersons(String(fault))
  const { code, cause } = fault as Error & { code?: unknown }
  return {
    type: fault.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    message: withoutPersons(fault.message),
    stack: withoutPersons(fault.stack ?? ''),
    ...(cause !== undefined && depth < 3 ? { cause: inWords(cause, depth + 1) } : {}),
  }
}

/** The log, as lines of JSON in which nothing of a person stands. */
export const openLog = (level: string, to?: DestinationStream): Logger =>
  pino(
    {
      level,
      serializers: { err: (fault: unknown) => inWords(fault), reason: withoutPersons },
    },
    to as DestinationStream,
  )
