/** The absolute URL of a page, and a function for those of other paths, for feeds, metadata and structured data. */
export const absoluteUrls = ({ site, url }: { site: URL | undefined; url: URL }) => ({
  url: new URL(url.pathname, site).href,
  at: (path: string): string => new URL(path, site).href,
})
