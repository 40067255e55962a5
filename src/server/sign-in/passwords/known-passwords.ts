import { dictionary } from '@zxcvbn-ts/language-common'

/** The most used passwords of those that have become known; unpacked once for a build (scripts/values-of-build.ts). */
export const KNOWN_PASSWORDS: readonly string[] = [...dictionary['passwords-common']]
