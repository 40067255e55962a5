import { argon2, randomBytes } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { lineOfCall } from '#server/platform/caller-line.ts'
import { fairTurns } from '#server/platform/fair-queue.ts'
import { ApiProblem } from '#server/platform/http/api-problem.ts'
import type { Keys, PasswordCost } from '#server/platform/crypto/keys.ts'
import { isMadeOfCommonPasswords } from './common-passwords.ts'
import { isSameSecret } from '#server/platform/crypto/same-secret.ts'

const TAG_BYTES = 32
const SALT_BYTES = 16

/** NIST SP 800-63B-4 for a password without a second factor. */
const MIN_LENGTH = 15
const MAX_LENGTH = 256

/** Limits of hashing at once and waiting, as it takes Node's four threads, which files and DNS need too. */
export const MAX_AT_ONCE = 3
const MAX_WAITING = 100
/** Of these, in one line. */
const MAX_WAITING_OF_LINE = 20

/** One line after the other: many at once from one hold up nobody else. */
const inTurn = fairTurns({
  atOnce: MAX_AT_ONCE,
  mostWaiting: MAX_WAITING,
  mostWaitingOfLine: MAX_WAITING_OF_LINE,
  busy: () =>
    new ApiProblem(
      503,
      'Unavailable',
      'The system is currently unavailable, please try again in a couple of minutes.',
      [],
      { retryAfterS: 2 },
    ),
})

const derive = (
  keys: Keys,
  password: string,
  salt: Buffer,
  cost: PasswordCost = keys.passwordCost,
): Promise<Buffer> =>
  inTurn(
    lineOfCall() ?? Symbol(),
    () =>
      new Promise((done, fail) =>
        argon2(
          'argon2id',
          {
            ...cost,
            message: password.normalize('NFC'),
            nonce: salt,
            secret: keys.password,
            tagLength: TAG_BYTES,
          },
          (error, tag) => (error ? fail(error) : done(Buffer.from(tag))),
        ),
      ),
  )

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/**
 * A password as it is stored: a PHC string, peppered with a key that is not in the database.
 */
export async function hashPassword(keys: Keys, password: string): Promise<string> {
  const { memory, passes, parallelism } = keys.passwordCost
  const salt = randomBytes(SALT_BYTES)
  const tag = await derive(keys, password, salt)
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

const NO_SALT = Buffer.alloc(SALT_BYTES)
const NO_TAG = Buffer.alloc(TAG_BYTES)

/**
 * Whether a password is the one that was stored, at the cost it was stored with.
 *
 * @param stored `null` where there is none: the work of a new one is done, for a `false`.
 */
export async function verifyPassword(
  keys: Keys,
  password: string,
  stored: string | null,
): Promise<boolean> {
  const known = split(stored)
  const derived = await derive(keys, password, known?.salt ?? NO_SALT, known?.cost)
  return isSameSecret(derived, known?.tag ?? NO_TAG) && known !== null
}

/** Whether a stored password was cheaper to try than one is today. */
export function isOutdated({ passwordCost: today }: Keys, stored: string): boolean {
  const cost = split(stored)?.cost
  return (
    !cost ||
    cost.memory < today.memory ||
    cost.passes < today.passes ||
    cost.parallelism < today.parallelism
  )
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]{22})\$([\w+/]{43})$/

function split(stored: string | null): { cost: PasswordCost; salt: Buffer; tag: Buffer } | null {
  const [whole, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(stored ?? '') ?? []
  if (whole === undefined) return null
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** The words tried first. */
const COMMON = ['password', 'passw0rd', 'qwerty', 'asdfgh', 'letmein', 'welcome', 'iloveyou']
const RUNS = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']

/**
 * Why a new password is refused, to go on from the field's name; `null` when it is good.
 *
 * No rule asks for kinds of characters: length and not being the obvious is what counts.
 *
 * @param known Words that belong to the account: its address and names.
 */
export function passwordProblem(
  { catalogue }: Pick<Deps, 'catalogue'>,
  password: string,
  known: string[],
): string | null {
  const characters = [...password.normalize('NFC')].length
  if (characters < MIN_LENGTH) return `must have at least ${MIN_LENGTH} characters`
  if (characters > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`
  const words = [catalogue.brand.name, ...known.flatMap((word) => word.split(/[\s@.]+/)), ...COMMON]
  let left = password.toLowerCase()
  for (const word of words) if (word.length >= 3) left = left.replaceAll(word.toLowerCase(), '')
  for (const run of RUNS) left = withoutRuns(left, run)
  const isObvious =
    new Set(left).size < 5 ||
    /^(.{1,7})\1+.{0,6}$/s.test(password) ||
    isMadeOfCommonPasswords(password)
  return isObvious
    ? 'is too easy to guess: it must not repeat itself, or be made up of names or common passwords'
    : null
}

/** The text without stretches of four and more characters that run on, forwards or backwards. */
function withoutRuns(text: string, run: string): string {
  const backwards = [...run].reverse().join('')
  let kept = ''
  for (let at = 0; at < text.length;) {
    let length = 1
    while (
      at + length < text.length &&
      (run.includes(text.slice(at, at + length + 1)) ||
        backwards.includes(text.slice(at, at + length + 1)))
    )
      length += 1
    if (length < 4) kept += text.slice(at, at + length)
    at += length
  }
  return kept
}
