/** The program of the process that reads files. The build replaces the address by its own. */
export const WORKER_FILE: string = new URL('./worker.ts', import.meta.url).href
