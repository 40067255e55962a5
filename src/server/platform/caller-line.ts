import { AsyncLocalStorage } from 'node:async_hooks'

const lines = new AsyncLocalStorage<string>()

/** Does work in a line, such as a site's: anything slow in it that takes turns waits in this line. */
export const inLine = <T>(line: string, work: () => T): T => lines.run(line, work)

/** The line of the call that is being answered; `undefined` outside of calls. */
export const lineOfCall = (): string | undefined => lines.getStore()

/** Starts what goes on after the call, such as sending its email: it doesn't wait behind the caller's crowd. */
export const outsideLines = <T>(work: () => T): T => lines.exit(work)
