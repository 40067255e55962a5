import { RIGHT_CAPTCHA } from '#tests/setup/people.ts'
import { type Person } from '#tests/setup/purchases.ts'
import type { Asked, World } from '#tests/setup/world.ts'

/** A request that is answered with success. */
export interface Example extends Asked {
  /** The caller; anonymous by default. */
  who?: Person
}
export type MakeExample = (world: World) => Example | Promise<Example>

export const by = (person: Person) => ({ 'x-captcha-token': RIGHT_CAPTCHA, ...bearerOf(person) })
const bearerOf = ({ accessToken }: Person) => ({ authorization: `Bearer ${accessToken}` })
export const CAPTCHA = { headers: { 'x-captcha-token': RIGHT_CAPTCHA } }
export const nothing = () => ({})
export const ofMia: MakeExample = ({ mia }) => ({ who: mia, params: { id: mia.customerId } })

/** The request of an example. */
export const asked = ({ who, headers, ...rest }: Example): Asked => ({
  ...rest,
  headers: { ...(who && by(who)), ...headers },
})

let count = 0
export const newAddress = () => `someone${(count += 1)}@post.example`
