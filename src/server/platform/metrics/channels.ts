import { channel } from 'node:diagnostics_channel'

/** An answered request. Names, numbers and sizes only, never a body, a query, an address or a token. */
export interface RequestMetric {
  requestId: string
  method: string
  /** The pattern of the call, `/quote/:id`; `page` for a page or a file. */
  route: string
  status: number
  ms: number
}

/** One run of a job. */
export interface JobRun {
  job: string
  isWell: boolean
}

// Public: a program loaded with `--import` can subscribe too, in the context of the request.
export const REQUEST_CHANNEL = channel('forecourt:answer')
export const JOB_CHANNEL = channel('forecourt:job')
