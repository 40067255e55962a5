import { atom, readonlyType } from 'nanostores'
import { getConfig } from '#lib/contract/site.ts'
import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import type { z } from '#lib/zod.ts'
import { openCall } from './open-call.ts'

export type SiteConfig = z.infer<typeof getConfig.answer>

const $writable = atom<SiteConfig | null>(null)

/** What the server says of itself, or `null` until {@link loadConfig} has been answered. */
export const $config = readonlyType($writable)

let asked: Promise<Result<SiteConfig>> | null = null

/** Fetches the configuration once for the page. After a failure the next caller asks again. */
export const loadConfig = (call: ApiCall = openCall): Promise<Result<SiteConfig>> =>
  (asked ??= call(getConfig).then((answer) => {
    if (answer.ok) $writable.set(answer.value)
    else asked = null
    return answer
  }))
