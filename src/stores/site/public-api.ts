import { createClient } from '#lib/api/client.ts'
import { paths } from './paths.ts'

/** The API for calls that need no session. Everything else goes through `siteCall`. */
export const publicApi = createClient({ base: paths.api })
