import { atom, readonlyType } from 'nanostores'
import type { getConfig } from '#lib/site/calls.ts'
import type { z } from '#lib/shared/zod.ts'

export type SiteConfig = z.infer<typeof getConfig.answer>

const $writable = atom<SiteConfig | null>(null)

/**
 * What the server says of itself, or `null` until `loadConfig` has been answered. It stands apart from that call, so
 * that a page may read it before it needs what talks to the server.
 */
export const $config = readonlyType($writable)

export const keepConfig = (config: SiteConfig) => $writable.set(config)
