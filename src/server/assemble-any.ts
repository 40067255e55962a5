import { assemble, type ServedAssembly } from './assemble.ts'
import { assembleFront } from './own-api/assemble.ts'
import type { Settings } from './platform/settings/settings.ts'

/** Assembles the storefront, with its own API or in front of the brand's. */
export const assembleAny = (settings: Settings, ownUrl: string): Promise<ServedAssembly> =>
  settings.ownApi ? assembleFront(settings, settings.ownApi) : assemble(settings, ownUrl)
