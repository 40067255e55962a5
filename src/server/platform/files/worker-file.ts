/** Where the program of the process is that reads files. The build puts its own in place of this. */
export const WORKER_FILE: string = new URL('./worker.ts', import.meta.url).href
