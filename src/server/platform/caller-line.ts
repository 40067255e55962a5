import { AsyncLocalStorage } from 'node:async_hooks'

/** A line, and the site it belongs to: an address has one for each session. */
interface Line {
  name: string
  site: string
}
const lines = new AsyncLocalStorage<Line>()

/**
 * Does work in a line: anything slow in it that takes turns waits in this line.
 *
 * @param site Left out, it stays the one of the call.
 */
export const inLine = <T>(name: string, work: () => T, site = lines.getStore()?.site): T =>
  lines.run({ name, site: site ?? name }, work)

/** The line of the call that is being answered; `undefined` outside of calls. */
export const lineOfCall = (): string | undefined => lines.getStore()?.name

/** The site of that line. */
export const siteOfCall = (): string | undefined => lines.getStore()?.site

/** Starts what goes on after the call, such as sending its email: it doesn't wait behind the caller's crowd. */
export const outsideLines = <T>(work: () => T): T => lines.exit(work)
