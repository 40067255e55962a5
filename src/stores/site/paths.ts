import { sitePaths } from '#lib/shared/site-paths.ts'

/** Where things are on this site. */
export const paths = sitePaths(import.meta.env.BASE_URL)
