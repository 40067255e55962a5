import { channel } from 'node:diagnostics_channel'

/** A request that was answered: names, numbers and sizes only, never a body, a query, an address or a token. */
export interface RequestMetric {
  requestId: string
  method: string
  /** The pattern of the call, `/quote/:id`; `page` for a page or a file. */
  route: string
  status: number
  ms: number
}

/** A job that has run once. */
export interface JobRun {
  job: string
  isWell: boolean
}

// What may be listened to from outside too: a program that is loaded by `--import` hears it in the context of the request.
export const REQUEST_CHANNEL = channel('forecourt:answer')
export const JOB_CHANNEL = channel('forecourt:job')
