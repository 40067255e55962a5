import type { Endpoint, PathParameter } from '#lib/api/endpoint.ts'
import type { z } from '#lib/shared/zod.ts'
import type { Actor } from './actor.ts'

type Output<S> = S extends z.core.$ZodType ? z.output<S> : undefined

/** A validated request to one endpoint. */
export interface Call<E extends Endpoint = Endpoint> {
  params: E['params'] extends z.core.$ZodType
    ? Output<E['params']>
    : Record<PathParameter<E['path']>, string>
  query: Output<E['query']>
  /** The validated body; the bytes as they came for a `raw` endpoint or a file. */
  body: E['encoding'] extends 'raw' | 'file' ? Uint8Array<ArrayBuffer> : Output<E['body']>
  actor: Actor
  /** The id of the browser, when it has a valid cookie. */
  browserId: string | null
  /** The address the request came from, for limits. */
  ip: string
  requestId: string
  /** An id for the row that the call creates, the same for each repetition with the same key. */
  effectId: string
  /** A request header, or `undefined`. */
  header(name: string): string | undefined
  /** Sets a header of the answer. */
  setHeader(name: string, value: string): void
}

/** A file as an answer. */
export interface FileResponse {
  /** A stream is read as it is sent. */
  bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
  /** Of a stream, where it is known. */
  sizeBytes?: number
  type: string
  /** The file name to save it under. */
  name: string
}

/** The answer of a handler: the body of the contract, a file, or the address for a 303. */
export type Answer<E extends Endpoint> = E['ok'] extends 303
  ? { location: string }
  : E['answer'] extends z.core.$ZodType
    ? z.input<E['answer']>
    : E['answersFile'] extends true | string
      ? FileResponse
      : void

/** A validated request to any endpoint, for code that handles all of them. */
export interface AnyCall extends Omit<Call, 'params' | 'query' | 'body'> {
  params: Record<string, unknown>
  query: unknown
  body: unknown
}

export interface Route {
  endpoint: Endpoint
  handle(call: AnyCall): Promise<unknown>
}

/** Binds a handler to its declaration. The handler gets valid input and returns the declared answer. */
export const route = <const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>> | Answer<E>,
): Route => ({ endpoint, handle: async (call) => handle(call as Call<E>) })
