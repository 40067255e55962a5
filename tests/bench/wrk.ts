import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

export interface Read {
  url: string
  headers?: Record<string, string>
}

export const hasWrk = spawnSync('wrk', ['--version']).error === undefined

/**
 * Reads by one thread of wrk.
 *
 * @throws {Error} Where an answer was no success.
 */
export async function wrk(
  { url, headers = {} }: Read,
  { connections, seconds }: { connections: number; seconds: number },
) {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const size = [`-c${connections}`, `-d${seconds}s`]
  const { stdout } = await promisify(execFile)('wrk', ['-t1', ...size, '--latency', ...given, url])
  const found = (pattern: RegExp) => {
    const [, value, unit] = pattern.exec(stdout) ?? []
    if (value === undefined) throw new Error(`wrk says nothing of ${pattern}:\n${stdout}`)
    return Number(value) * (unit === 's' ? 1000 : unit === 'us' ? 0.001 : 1)
  }
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}:\n${stdout}`)
  return {
    answers: found(/(\d+) requests in/),
    perSecond: found(/Requests\/sec:\s+([\d.]+)/),
    p99Ms: found(/99%\s+([\d.]+)(us|ms|s)/),
  }
}
