import { createClient } from '#lib/api/client.ts'
import { sitePaths } from '#lib/site-paths.ts'

/** Where things are on this site. */
export const paths = sitePaths(import.meta.env.BASE_URL)

/** The API for calls that need no session. Everything else goes through `siteCall`. */
export const openCall = createClient({ base: paths.api })
