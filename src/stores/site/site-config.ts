import { atom, readonlyType } from 'nanostores'
import type { getConfig } from '#lib/site/calls.ts'
import type { z } from '#lib/shared/zod.ts'

export type SiteConfig = z.infer<typeof getConfig.answer>

const $writable = atom<SiteConfig | null>(null)

/**
 * The server's configuration, or `null` until `loadConfig` has an answer. It is separate from that call, so that a page can
 * read it without loading the API client.
 */
export const $config = readonlyType($writable)

export const keepConfig = (config: SiteConfig) => $writable.set(config)
