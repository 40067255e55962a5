/** By its name, the slug of each model whose name says another. Empty without a build, which fills it (astro.config.mjs). */
export const otherSlugs: Readonly<Record<string, string>> = {}
