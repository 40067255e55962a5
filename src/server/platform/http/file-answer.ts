import type { FileResponse } from './route.ts'

/** Headers of a file that is saved and never shown as a page (RFC 6266). */
export const attachmentHeaders = ({
  type,
  name,
  sizeBytes,
}: FileResponse): Record<string, string> => {
  const plain = name.replace(/[^\w.-]+/g, '_')
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return {
    'content-type': type,
    ...(sizeBytes !== undefined && { 'content-length': String(sizeBytes) }),
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${exact}`,
  }
}
