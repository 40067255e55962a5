import { createHash, createHmac } from 'node:crypto'

/** Whom a request is from. */
export interface AwsCredentials {
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface RequestToSign {
  method: string
  url: URL
  /** Signed as well, beside the three that always are. */
  headers?: Record<string, string>
  body?: Uint8Array
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** As the signature wants what stands in an address: more signs are escaped than by `encodeURIComponent`. */
const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * The headers of a request to S3, signed by AWS Signature Version 4: the date, the checksum of the body and the
 * authorization.
 */
export function signedByAws(
  { method, url, headers = {}, body = new Uint8Array() }: RequestToSign,
  { region, accessKeyId, secretAccessKey }: AwsCredentials,
  at: Date,
): Record<string, string> {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const sent: Record<string, string> = {
    ...headers,
    'x-amz-content-sha256': sha256(body),
    'x-amz-date': time,
  }
  const signed = Object.entries({ ...sent, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')
  const path = url.pathname
    .split('/')
    .map((part) => escaped(decodeURIComponent(part)))
    .join('/')
  const request = [
    method,
    path,
    query,
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    sent['x-amz-content-sha256'],
  ].join('\n')

  const scope = `${day}/${region}/s3/aws4_request`
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${secretAccessKey}`,
  )
  const signature = hmac(key as Buffer, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(request)}`)
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature.toString('hex')}`,
  }
}
