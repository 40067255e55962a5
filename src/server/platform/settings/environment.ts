import { readFileSync } from 'node:fs'
import { listed } from '#lib/shared/numbers.ts'

/** A setting that keeps the program from starting. Its message begins with the setting's name. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

export type Environment = ReturnType<typeof readEnvironment>

/**
 * Readers for variables, by type. `NAME_FILE` names a file that holds the value of `NAME`, as vaults and containers
 * provide secrets. A malformed value throws a {@link SettingError}.
 */
export function readEnvironment(env: Record<string, string | undefined>) {
  const text = (name: string): string | null => {
    const given = env[name]?.trim() || null
    const file = env[`${name}_FILE`]?.trim()
    if (!file) return given
    if (given !== null)
      throw new SettingError(`${name} and ${name}_FILE are both set. Set only one of them.`)
    return readSecret(`${name}_FILE`, file)
  }
  const number = (name: string, fallback: number, min: number, max: number): number => {
    const value = text(name)
    if (value === null) return fallback
    if (!/^\d{1,9}$/.test(value) || Number(value) < min || Number(value) > max)
      throw new SettingError(
        `${name} must be a whole number from ${min} to ${max}, not "${value}".`,
      )
    return Number(value)
  }
  const flag = (name: string, fallback: boolean): boolean => {
    const value = text(name)?.toLowerCase()
    if (value === undefined) return fallback
    if (['on', 'true', '1', 'yes'].includes(value)) return true
    if (['off', 'false', '0', 'no'].includes(value)) return false
    throw new SettingError(`${name} must be "on" or "off", not "${value}".`)
  }

  const choice = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const value = text(name)?.toLowerCase() ?? fallback
    const chosen = choices.find((one) => one === value)
    if (chosen) return chosen
    throw new SettingError(`${name} must be ${listed(choices, 'or')}, not "${value}".`)
  }
  const needed = (name: string, reason: string): string => {
    const value = text(name)
    if (value === null) throw new SettingError(`${name} is missing: ${reason}.`)
    return value
  }
  const server = (name: string, fallback: string): string =>
    readServer(name, text(name) ?? fallback)

  return { text, number, flag, choice, needed, server }
}

function readSecret(name: string, file: string): string {
  let content: string
  try {
    content = readFileSync(file, 'utf8').trim()
  } catch {
    throw new SettingError(`${name}: the file ${file} cannot be read.`)
  }
  if (content === '') throw new SettingError(`${name}: the file ${file} is empty.`)
  return content
}

/** Whether a host is this machine: by name, by address, or by the path of a socket. */
export const isHere = (host: string): boolean =>
  host === '' || /^(localhost|127(\.\d+){3}|\[?::1\]?|(\/|%2f).*)$/i.test(host)

/** Reads the address of a server that gets a key, so it must be encrypted or on this machine. */
function readServer(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere(url.hostname))
  if (!url || !isSafe || url.search || url.hash || url.username)
    throw new SettingError(`${name} must be an https address without a query.`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** The parameters of an address that choose encryption, and others that affect it. */
const TLS_WORDS = {
  DATABASE_URL: {
    encrypted: 'sslmode=verify-full',
    plain: 'sslmode=disable',
    about: /^(sslmode|ssl|uselibpqcompat)$/,
  },
  SMTP_URL: {
    encrypted: 'requireTLS=true',
    plain: 'ignoreTLS=true',
    about: /^(requireTLS|ignoreTLS|secure|tls\..*)$/,
  },
}

/**
 * Requires an explicit choice of encryption for connections to another machine.
 *
 * @throws {SettingError} If the address has no such parameter, or more than one.
 */
export function requireTlsWord(name: keyof typeof TLS_WORDS, value: string): void {
  if (!URL.canParse(value)) throw new SettingError(`${name} cannot be read as an address.`)
  const { hostname, protocol, searchParams } = new URL(value)
  // PostgreSQL's address may name another host in its query.
  if ([hostname, ...searchParams.getAll('host')].every(isHere)) return
  const { encrypted, plain, about } = TLS_WORDS[name]
  const said = [...searchParams].filter(([key]) => about.test(key)).map((pair) => pair.join('='))
  if (protocol === 'smtps:' && said.length === 0) return
  if (said.length !== 1 || ![encrypted, plain].includes(said[0]!))
    throw new SettingError(
      `${name} goes to another machine. Add ?${encrypted} to the end, or ?${plain} if the network in between is private.`,
    )
}
