import { createHmac } from 'node:crypto'

/** The `Lender-Signature` header of a notice: `t=1795396800,v1=` and the HMAC of the time, a full stop and the body. */
export const signNotice = (secret: string, body: Uint8Array, now: Date): string => {
  const timeS = Math.floor(now.getTime() / 1000)
  const digest = createHmac('sha256', secret).update(`${timeS}.`).update(body).digest('hex')
  return `t=${timeS},v1=${digest}`
}
