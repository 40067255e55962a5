import { AsyncLocalStorage } from 'node:async_hooks'

const lines = new AsyncLocalStorage<string>()

/** Does work for a line, such as that of a site: in it waits whatever takes turns meanwhile. */
export const inLine = <T>(line: string, work: () => T): T => lines.run(line, work)

/** The line of the call that is being answered; `undefined` outside of calls. */
export const lineOfCall = (): string | undefined => lines.getStore()
