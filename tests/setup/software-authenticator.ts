import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** What the site is called, as a test wants an authenticator to see it. */
export interface Site {
  origin: string
  rpId: string
}
const SHOP: Site = { origin: 'http://shop.test', rpId: 'shop.test' }

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>

/** As much of CBOR (RFC 8949) as an authenticator writes. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 0xff])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)])
  return Buffer.concat([head(5, value.size), ...entries])
}

/** What a signature is made with, where a test wants it other than right. */
interface Ceremony extends Partial<Site> {
  /** Whether the owner gave a fingerprint or a PIN. */
  isVerified?: boolean
  type?: string
  userHandle?: string
}

/** An authenticator with one passkey, ES256 and without attestation: the parts of WebAuthn that a site sees. */
export class SoftwareAuthenticator {
  readonly #key: KeyObject
  readonly #cose: Buffer
  readonly id = randomBytes(32)
  userHandle = ''
  /** How often it has signed. It stays at 0 in one that `counts` nothing, as those of phones do. */
  counter = 0
  counts = true

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    const { x, y } = publicKey.export({ format: 'jwk' })
    const ec2 = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ])
    this.#cose = cbor(ec2)
  }

  #data({ rpId = SHOP.rpId, isVerified = true }: Ceremony, attested?: Buffer): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)])
  }

  /** What a browser answers to the options of `startPasskey`. */
  create(
    options: { challenge: string; user: { id: string } },
    { origin = SHOP.origin, type = 'webauthn.create', ...given }: Ceremony = {},
  ) {
    this.userHandle = options.user.id
    const size = Buffer.from([0, this.id.length])
    const attested = Buffer.concat([Buffer.alloc(16), size, this.id, this.#cose])
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.#data(given, attested)],
    ])
    const clientData = JSON.stringify({ type, challenge: options.challenge, origin })
    return {
      id: base64url(this.id),
      rawId: base64url(this.id),
      type: 'public-key' as const,
      response: {
        clientDataJSON: base64url(Buffer.from(clientData)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      },
    }
  }

  /** What a browser answers to the options of `startPasskeySignIn`. */
  get(
    options: { challenge: string },
    { origin = SHOP.origin, type = 'webauthn.get', ...given }: Ceremony = {},
  ) {
    if (this.counts) this.counter += 1
    const clientData = Buffer.from(
      JSON.stringify({ type, challenge: options.challenge, origin, crossOrigin: false }),
    )
    const authenticatorData = this.#data(given)
    const signed = Buffer.concat([authenticatorData, sha256(clientData)])
    return {
      id: base64url(this.id),
      rawId: base64url(this.id),
      type: 'public-key' as const,
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, this.#key)),
        userHandle: given.userHandle ?? this.userHandle,
      },
    }
  }
}
