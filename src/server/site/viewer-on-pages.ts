import { cars3d } from '#content/photographs.ts'
import { viewerStyle } from '#content/cars-3d/viewer-style.ts'
import type { PageVendor } from '#server/platform/http/security-headers.ts'

/**
 * What the 3D viewer needs on the pages that may show it. It runs from our own origin; its one style has a hash, the
 * pictures inside a GLB are read as blobs, and it writes its elements by the policy of its templates.
 */
export const viewerOnPages = (
  slugs = Object.keys(cars3d),
  style: string | null = viewerStyle,
): PageVendor[] =>
  slugs.length > 0 && style
    ? [
        {
          pages: ['/build-and-quote/', ...slugs.map((slug) => `/models/${slug}/`)],
          sources: {
            'style-src': style,
            'img-src': 'blob:',
            'connect-src': 'blob:',
            'trusted-types': 'lit-html',
          },
        },
      ]
    : []
