import pino, { type DestinationStream, type Logger } from 'pino'

/** The longest message that is logged. */
const MAX_LENGTH = 4_000

/** A date since 2020, as in names of migrations and backups. No buyer of a car was born on it. */
const OUR_DATE = /^20[2-9]\d(-?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])$/

/** Personal data that is never logged, also not from another server's answer or a database error. */
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

/** The name and message of an error; its other properties may be a row, a recipient or a request. */
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

/** Opens the log: lines of JSON without personal data. */
export const openLog = (level: string, to?: DestinationStream): Logger =>
  pino(
    {
      level,
      serializers: { err: (fault: unknown) => inWords(fault), reason: withoutPersons },
    },
    to as DestinationStream,
  )
