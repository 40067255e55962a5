import { parseArgs } from 'node:util'
import type { Account } from './conformance/caller.ts'

// Checks an API against the contract, call by call (docs/own-api.md):
//   npm run conformance -- --url https://api.brand.example/v1 --client ID:SECRET --username … --password …

const USAGE = `npm run conformance -- --url https://api.brand.example/v1 --client ID:SECRET
  --username NAME --password PASSWORD   a customer, whose password and purchases may be changed
  --other NAME:PASSWORD                 another customer
  --staff NAME:PASSWORD                 a member of staff
  --registration PLATE                  a car that the register knows; by default one of the customer’s
  --captcha ANSWER                      an answer that the captcha takes
  --terms VERSION                       the version of the terms; by default that of the brand’s files
  --only CALL                           one call, such as getQuote`

const OPTIONS = [
  'url',
  'client',
  'username',
  'password',
  'other',
  'staff',
  'registration',
  'captcha',
  'terms',
  'only',
] as const
type Option = (typeof OPTIONS)[number]

class UsageError extends Error {}

function readOptions(): Partial<Record<Option, string>> {
  try {
    const options = Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' } as const]))
    return parseArgs({ options }).values as Partial<Record<Option, string>>
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** The two parts of `NAME:SECRET`. */
function pairOf(name: Option, value: string | undefined): [string, string] | null {
  if (value === undefined) return null
  const [, first, second] = /^([^:]+):(.+)$/.exec(value) ?? []
  if (!first || !second)
    throw new UsageError(`--${name} must be two parts with a colon between them.`)
  return [first, second]
}

const accountOf = (pair: [string, string] | null): Account | null =>
  pair && { username: pair[0], password: pair[1] }

async function main(): Promise<number> {
  const given = readOptions()
  const { url = '', username, password, only = null } = given
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new UsageError('--url must be the address of an API.')
  const client = pairOf('client', given.client)
  if (!client) throw new UsageError('--client is missing.')
  if ((username === undefined) !== (password === undefined))
    throw new UsageError('--username and --password belong together.')
  const { conformance, differs, reportText } = await import('./conformance/conformance.ts')
  const { catalogue } = await import('#content/catalogue.ts')
  const reports = await conformance(
    {
      url: url.replace(/\/+$/, ''),
      client: { id: client[0], secret: client[1] },
      customer: username && password ? { username, password } : null,
      other: accountOf(pairOf('other', given.other)),
      staff: accountOf(pairOf('staff', given.staff)),
      captcha: given.captcha ?? null,
      registration: given.registration ?? null,
      termsVersion: given.terms ?? catalogue.pages.terms.version,
    },
    only,
  )
  if (reports.length === 0)
    throw new UsageError(`--only: the specification has no call named ${only}.`)
  console.log(reportText(url, reports))
  return differs(reports) ? 1 : 0
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : error)
    process.exitCode = 2
  },
)
