import { parseArgs } from 'node:util'
import { STAFF_ROLES } from '../src/lib/domain/staff-roles.ts'
import { WEBHOOK_EVENTS } from '../src/lib/domain/webhook-events.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { openDatabase } from '../src/server/db/open.ts'
import { SCOPES } from '../src/server/http/actor.ts'
import { newId } from '../src/server/ids.ts'
import { deriveKeys, secretBeside } from '../src/server/keys.ts'
import { verifyAudit } from '../src/server/services/audit.ts'
import { readSettings } from '../src/server/settings.ts'
import { SettingError } from '../src/server/settings/environment.ts'
import { CLIENT_COMMANDS } from './admin/clients.ts'
import { CommandError, Typed, type AdminDeps, type Command } from './admin/command.ts'
import { STAFF_COMMANDS } from './admin/staff.ts'
import { WEBHOOK_COMMANDS } from './admin/webhooks.ts'

const COMMANDS: Record<string, Command> = {
  ...STAFF_COMMANDS,
  ...CLIENT_COMMANDS,
  ...WEBHOOK_COMMANDS,
  'verify-audit': {
    takes: '',
    what: 'looks whether the audit is as it was written',
    async run({ db }, typed) {
      typed.end()
      const verdict = await verifyAudit(db)
      if (!verdict.isSound)
        throw new CommandError(`The audit is broken at row ${verdict.brokenAt}: ${verdict.why}.`)
      return `The audit is sound: ${verdict.rows} rows. The last one's hash is ${verdict.hash || 'none'}; kept elsewhere, it shows later that nothing before it was changed.`
    },
  },
}

const HELP = `npm run admin -- <command>

${Object.entries(COMMANDS)
  .map(([name, { takes, what }]) => `  ${`${name} ${takes}`.trim()}\n      ${what}`)
  .join('\n')}

Roles: ${STAFF_ROLES.join(', ')}
Scopes:
${Object.entries(SCOPES)
  .map(([scope, what]) => `  ${scope.padEnd(16)} ${what}`)
  .join('\n')}

Events:
${Object.entries(WEBHOOK_EVENTS)
  .map(([event, when]) => `  ${event.padEnd(24)} ${when}`)
  .join('\n')}

The database is that of the storefront: DATABASE_URL and the other settings are read as "npm start" reads them.`

/** What a command prints, and whether it came out well. */
interface Outcome {
  isWell: boolean
  text: string
}

/** Runs one command on a database. */
export async function admin(deps: AdminDeps, args: string[]): Promise<Outcome> {
  const name = Object.keys(COMMANDS).find((one) => `${args.join(' ')} `.startsWith(`${one} `))
  if (name === undefined) return { isWell: false, text: HELP }
  const command = COMMANDS[name]!
  try {
    const { positionals, values } = parseArgs({
      args: args.slice(name.split(' ').length),
      options: {
        roles: { type: 'string' },
        scopes: { type: 'string' },
        events: { type: 'string' },
      },
      allowPositionals: true,
    })
    return { isWell: true, text: await command.run(deps, new Typed(positionals, values)) }
  } catch (error) {
    const isTyped =
      error instanceof CommandError ||
      (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
    if (!isTyped) throw error
    const usage = `npm run admin -- ${name} ${command.takes}`.trim()
    return { isWell: false, text: `${(error as Error).message}\n\n  ${usage}` }
  }
}

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const db = await openDatabase(settings, (error) => console.error(error.message))
  try {
    await migrate(db)
    const keys = deriveKeys(settings.secretKey ?? secretBeside(settings.databaseFile!))
    const deps: AdminDeps = { db, settings, keys, newId, now: () => new Date() }
    const { isWell, text } = await admin(deps, process.argv.slice(2))
    console.log(text)
    if (!isWell) process.exitCode = 1
  } finally {
    await db.destroy()
  }
}

if (import.meta.main)
  main().catch((error: unknown) => {
    console.error(error instanceof SettingError ? error.message : error)
    process.exitCode = 1
  })
