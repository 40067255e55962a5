import fc from 'fast-check'
import { EDGES, type Edge, type Status } from './session-account.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/shared/durations.ts'

// What people do with an account, and how long they wait.

/** `n` picks one of what there is, the newest first. */
export type Proof = { by: 'password' } | { by: 'nothing' } | { by: 'code'; n: number }
export type Command =
  | { do: 'sign in'; at: number; with: 'password' | 'old password' | 'wrong code' }
  | { do: 'sign in by code'; at: number; n: number }
  | { do: 'staff sign in' | 'ask for a code' | 'start a reset'; at: number }
  | { do: 'reset'; n: number; with: 'code' | 'link' | 'wrong' }
  | { do: 'link' | 'sign in by link' | 'use' | 'revoke' | 'revoke by refresh token'; n: number }
  | { do: 'refresh'; n: number; isElsewhere: boolean }
  | { do: 'change password'; n: number; proof: Proof }
  | { do: 'ask for another address'; n: number; to: number; proof: Proof }
  | { do: 'prove the address'; n: number; isRight: boolean }
  | { do: 'status'; status: Status }
  | { do: 'wait'; ms: number }
  /** Until just before, at or just after the moment at which a rule begins to say otherwise. */
  | { do: 'wait until'; edge: Edge; byMs: number }

const WAITS = [
  SECOND_MS,
  29_990,
  31 * SECOND_MS,
  59_990,
  61 * SECOND_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  11 * HOUR_MS,
  DAY_MS,
  13 * DAY_MS,
]

const one = <const T>(...values: T[]) => fc.constantFrom(...values)
// The newest is taken most of the time.
const n = one(0, 0, 0, 1, 1, 2, 5)
const at = one(0, 0, 0, 0, 1, 2)
// The next step comes a millisecond later.
const byMs = one(-2, -1, 0)
const proof: fc.Arbitrary<Proof> = fc.oneof(
  fc.record({ by: one('password') }),
  fc.record({ by: one('nothing') }),
  fc.record({ by: one('code'), n }),
)
const COMMANDS = {
  signIn: fc.record({
    do: one('sign in'),
    at,
    with: one('password', 'password', 'old password', 'wrong code'),
  }),
  byCode: fc.record({ do: one('sign in by code'), at, n }),
  staff: fc.record({ do: one('staff sign in'), at }),
  askCode: fc.record({ do: one('ask for a code'), at }),
  startReset: fc.record({ do: one('start a reset'), at }),
  reset: fc.record({ do: one('reset'), n, with: one('code', 'link', 'wrong') }),
  link: fc.record({ do: one('link', 'sign in by link'), n }),
  use: fc.record({ do: one('use'), n }),
  revoke: fc.record({ do: one('revoke', 'revoke by refresh token'), n }),
  refresh: fc.record({ do: one('refresh'), n, isElsewhere: one(false, false, false, true) }),
  password: fc.record({ do: one('change password'), n, proof }),
  askAddress: fc.record({ do: one('ask for another address'), n, to: fc.nat(3), proof }),
  proveAddress: fc.record({ do: one('prove the address'), n, isRight: one(true, true, false) }),
  status: fc.record({
    do: one('status'),
    status: one('ACTIVE', 'ACTIVE', 'VERIFYPEND', 'PROBLEM', 'DEACTIVE'),
  }),
  wait: fc.record({ do: one('wait'), ms: one(...WAITS) }),
  tokenEdge: fc.record({ do: one('wait until'), edge: one(...EDGES.tokens), byMs }),
  codeEdge: fc.record({ do: one('wait until'), edge: one(...EDGES.codes), byMs }),
  /** Two tabs: one refreshes, the other comes with the same token about when it stops being good for that. */
  twice: fc.tuple(
    fc.record({ do: one('refresh'), n: one(0), isElsewhere: one(false) }),
    fc.record({ do: one('wait until'), edge: one('grace', 'overlap'), byMs }),
    fc.oneof(
      fc.record({ do: one('refresh'), n: one(1), isElsewhere: one(false) }),
      fc.record({ do: one('use'), n: one(1) }),
    ),
  ),
  askAgain: fc.tuple(
    fc.record({ do: one('wait until'), edge: one('send again'), byMs }),
    fc.record({ do: one('ask for a code'), at: one(0) }),
  ),
} satisfies Record<string, fc.Arbitrary<Command | Command[]>>

/** As often long as short: what comes last in a long one has the most behind it. */
const historyOf = (weights: Partial<Record<keyof typeof COMMANDS, number>>) =>
  fc
    .noBias(
      fc.array(
        fc.oneof(
          ...Object.entries(weights).map(([name, weight]) => ({
            weight,
            arbitrary: COMMANDS[name as keyof typeof COMMANDS] as fc.Arbitrary<Command | Command[]>,
          })),
        ),
        // fast-check makes ten at most by default.
        { maxLength: 25, size: 'max' },
      ),
    )
    .map((steps) => steps.flat())

/** About tokens, about codes and changes, and about everything: each finds what the others seldom come to. */
export const histories = fc.oneof(
  historyOf({
    refresh: 8,
    wait: 2,
    tokenEdge: 3,
    twice: 5,
    use: 3,
    link: 2,
    revoke: 1,
    staff: 1,
    status: 1,
  }),
  historyOf({
    askCode: 5,
    byCode: 4,
    startReset: 3,
    reset: 3,
    password: 2,
    askAddress: 3,
    proveAddress: 3,
    link: 2,
    status: 1,
    wait: 3,
    codeEdge: 3,
  }),
  historyOf({ askCode: 1, askAgain: 6, byCode: 1, startReset: 1, reset: 1 }),
  historyOf({ ...Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, 1])), wait: 3 }),
)
