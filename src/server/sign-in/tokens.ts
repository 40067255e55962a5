import { createHmac } from 'node:crypto'
import type { Keys } from '#server/platform/crypto/keys.ts'
import { isSameSecret } from '#server/platform/crypto/same-secret.ts'

/** What a token says: which sign-in it belongs to, and from which of its refreshes it came. */
export interface TokenClaim {
  kind: 'access' | 'refresh' | 'client'
  sessionId: string
  generation: number
}

/** The first part names the kind and the key, so that a key can be changed while older tokens still hold. */
const PREFIX = { access: 'a1', refresh: 'r1', client: 'c1' } as const
const KIND: Record<string, TokenClaim['kind']> = { a1: 'access', r1: 'refresh', c1: 'client' }

const SHAPE = /^([acr]1)_([\w-]{16,64})\.(\d{1,9})\.([\w-]{43})$/

const mac = (keys: Keys, prefix: string, sessionId: string, generation: number): Buffer =>
  createHmac('sha256', keys.token).update(`${prefix}_${sessionId}.${generation}`).digest()

/** A token. It is derived from its session's row, so that the same generation always gives the same token. */
export function makeToken(keys: Keys, { kind, sessionId, generation }: TokenClaim): string {
  const prefix = PREFIX[kind]
  const signature = mac(keys, prefix, sessionId, generation).toString('base64url')
  return `${prefix}_${sessionId}.${generation}.${signature}`
}

/** Tokens remembered at most, about 300 bytes each. */
const MAX_KNOWN = 10_000
/** Those that were found to be ours: a token comes with each request, and its signature is a fifth of a small answer. */
const knownBy = new WeakMap<Keys, Map<string, TokenClaim>>()

/** What a token says, or `null` when we did not make it. Reads no database: forgeries cost nothing. */
export function readToken(keys: Keys, token: string): TokenClaim | null {
  let known = knownBy.get(keys)
  if (!known) knownBy.set(keys, (known = new Map()))
  const before = known.get(token)
  if (before) return before
  const claim = verified(keys, token)
  if (!claim) return null
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(token, claim)
  return claim
}

function verified(keys: Keys, token: string): TokenClaim | null {
  const [, prefix, sessionId, digits, signature] = SHAPE.exec(token) ?? []
  if (!prefix || !sessionId || !digits || !signature) return null
  const generation = Number(digits)
  const given = Buffer.from(signature, 'base64url')
  const expected = mac(keys, prefix, sessionId, generation)
  if (!isSameSecret(given, expected)) return null
  // One token has one spelling: no leading zeros, no spare bits at the end.
  if (String(generation) !== digits || given.toString('base64url') !== signature) return null
  return { kind: KIND[prefix]!, sessionId, generation }
}
