import { z } from '#lib/shared/zod.ts'
import type { Who } from './who.ts'

type Schema = z.core.$ZodType

/** The names after a colon in a path: `/quote/:id/copy` has `id`. */
export type PathParameter<Path extends string> =
  Path extends `${string}:${infer Name}/${infer Rest}`
    ? Name | PathParameter<`/${Rest}`>
    : Path extends `${string}:${infer Name}`
      ? Name
      : never

/** One call of the API, declared once: the server validates and answers by it, the client is typed by it. */
export interface Endpoint extends Declaration {
  /**
   * `bearer` calls send an access token; `none` calls never do (specification §6). `optional` ones send it where there
   * is one: a visitor may make the call with a key, or for something their browser made.
   */
  readonly auth: 'none' | 'bearer' | 'optional'
  /** The fields that have to be given, and whether `null` will do: a call without one is not sent. */
  readonly needs: { query: Needs; body: Needs }
}

type Needs = Readonly<Record<string, boolean>>

interface Declaration {
  /** Its operation id, and its key in the contract. */
  name: string
  /** One line for the generated documentation. */
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`; parameters as `:name`. */
  path: `/${string}`
  who: Who
  /**
   * How the body travels. JSON unless it says otherwise. `raw` is read as bytes, for signed notices; `file` is a picture
   * or a document as it is, with its media type.
   */
  encoding?: 'form' | 'raw' | 'file'
  /** The file's name travels in `X-File-Name`, percent-encoded: proxies log addresses. */
  isNamed?: true
  params?: z.core.$ZodType<Record<string, unknown>>
  query?: Schema
  body?: Schema
  /** The one status that is a success. Any other is a failure. */
  ok: 200 | 201 | 204 | 303
  /** `null`: the answer has no body. */
  answer: Schema | null
  /** It answers with a file as it is, beside `answer: null`: a picture or PDF, or of the type that is named. */
  answersFile?: true | 'application/json' | 'text/calendar'
  /**
   * Statuses of failures beyond those that follow from `who` (401, 403, 404) and those that every call may answer (400,
   * 429, 500, 503; with a body 408, 413, 415).
   */
  errors?: readonly (401 | 403 | 404 | 409 | 412 | 422)[]
  /** The answer is the same for every caller and may be cached with its ETag. */
  isPublic?: boolean
  /** Honours `Idempotency-Key`: it creates or spends. */
  isIdempotent?: boolean
  /** The answer has a `version`, which goes into its `ETag`; a call that may answer 412 honours `If-Match`. */
  isVersioned?: boolean
  /**
   * Wants a captcha answer in `X-Captcha-Token`: as the settings have it, or always to our own puzzle, as a call that is
   * made from any page.
   */
  needsCaptcha?: true | 'puzzle'
  /** May require a captcha, depending on the caller. */
  mayNeedCaptcha?: boolean
}

/** Declares a call, keeping the literal types that the client and the server read. */
export const endpoint = <const E extends Declaration>(declaration: E): E & Endpoint => ({
  ...declaration,
  auth: authOf(declaration.who),
  // When it is asked for: only clients do.
  get needs() {
    return { query: neededOf(declaration.query), body: neededOf(declaration.body) }
  },
})

const authOf = (who: Who): Endpoint['auth'] => {
  if (who === 'anyone') return 'none'
  if (typeof who === 'string') return 'bearer'
  if ('anyone' in who) return 'none'
  return who.visitor || who.browser === 'without a token' ? 'optional' : 'bearer'
}

/** Of the fields of an object schema; none of a union, which the server judges as a whole. */
const neededOf = (schema: Schema | undefined): Needs =>
  Object.fromEntries(
    Object.entries((schema as { shape?: Record<string, Schema> } | undefined)?.shape ?? {})
      .filter(([, field]) => !z.safeParse(field, undefined).success)
      .map(([name, field]) => [name, z.safeParse(field, null).success]),
  )
