/** A page's own address in full, and what makes a full address of a path: what leaves the site names it so. */
export const addresses = ({ site, url }: { site: URL | undefined; url: URL }) => ({
  url: new URL(url.pathname, site).href,
  at: (path: string): string => new URL(path, site).href,
})
