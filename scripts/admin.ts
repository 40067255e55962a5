import { parseArgs } from 'node:util'
import { destination } from 'pino'
import { STAFF_ROLES } from '../src/lib/staff/staff-roles.ts'
import { WEBHOOK_EVENTS } from '../src/server/webhooks/events.ts'
import { backupBeforeMigration } from '../src/server/platform/backup/before-migration.ts'
import { requireSameKeys } from '../src/server/platform/crypto/key-check.ts'
import { migrate } from '../src/server/platform/database/migrate.ts'
import { openDatabase } from '../src/server/platform/database/open.ts'
import { SCOPES } from '../src/lib/api/who.ts'
import { localDeps, type LocalDeps } from '../src/server/local-deps.ts'
import { openLog } from '../src/server/platform/log.ts'
import { noBank } from '../src/server/providers/bank/no-bank.ts'
import { poliBank } from '../src/server/providers/bank/poli.ts'
import { noCard } from '../src/server/providers/card/no-card.ts'
import { stripeCard } from '../src/server/providers/card/stripe.ts'
import { lenderPeople } from '../src/server/providers/lender/people.ts'
import { verifyAudit } from '../src/server/staff/audit.ts'
import { readSettings } from '../src/server/platform/settings/settings.ts'
import { SettingError } from '../src/server/platform/settings/environment.ts'
import { RECONCILE_COMMANDS } from './admin/reconcile.ts'
import { BACKUP_COMMANDS } from './admin/backup.ts'
import { CLIENT_COMMANDS } from './admin/clients.ts'
import { CommandError, Typed, type AdminDeps, type Command, type Outcome } from './admin/command.ts'
import { KEY_COMMANDS, requireStarted } from './admin/keys.ts'
import { NETWORK_COMMANDS } from './admin/networks.ts'
import { PEOPLE_COMMANDS } from './admin/people.ts'
import { QUEUE_COMMANDS } from './admin/queues.ts'
import { STAFF_COMMANDS } from './admin/staff.ts'
import { WEBHOOK_COMMANDS } from './admin/webhooks.ts'

const CHANGING: Record<string, Command> = {
  ...STAFF_COMMANDS,
  ...CLIENT_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...PEOPLE_COMMANDS,
  ...QUEUE_COMMANDS,
  ...RECONCILE_COMMANDS,
}

/** Runs a command only if a storefront can read what it encrypts. */
const changing = ({ run, ...command }: Command): Command => ({
  ...command,
  async run(deps, typed) {
    await requireStarted(deps)
    return run(deps, typed)
  },
})

const COMMANDS: Record<string, Command> = {
  ...Object.fromEntries(
    Object.entries(CHANGING).map(([name, command]) => [name, changing(command)]),
  ),
  ...KEY_COMMANDS,
  ...NETWORK_COMMANDS,
  'verify-audit': {
    takes: '',
    what: 'checks that the audit log hasn’t been changed',
    async run({ db }, typed) {
      typed.end()
      const verdict = await verifyAudit(db)
      if (!verdict.isSound)
        throw new CommandError(
          `The audit log is broken at row ${verdict.brokenAt}: ${verdict.why}.`,
        )
      return `The audit log is intact: ${verdict.rows} rows. The hash of the last row is ${verdict.hash || 'none'}. Keep it somewhere else, so that you can show later that no earlier row has changed.`
    },
  },
}

/** Commands for the file of an embedded database. */
const FILE_COMMANDS: Record<string, Command<LocalDeps>> = BACKUP_COMMANDS

const HELP = `npm run admin -- <command>

${Object.entries({ ...COMMANDS, ...FILE_COMMANDS })
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

It uses the storefront’s database and reads DATABASE_URL and the other settings as "npm start" does.`

/** Runs one command on a database. */
export const admin = (deps: AdminDeps, args: string[]): Promise<Outcome> =>
  runOf(COMMANDS, deps, args)

/** Runs one command on the file of a database. */
export const adminOfFile = (deps: LocalDeps, args: string[]): Promise<Outcome> =>
  runOf(FILE_COMMANDS, deps, args)

const nameIn = (commands: Record<string, unknown>, args: string[]): string | undefined =>
  Object.keys(commands).find((one) => `${args.join(' ')} `.startsWith(`${one} `))

const noCommand = (args: string[]): Outcome => ({
  isWell: false,
  text: args[0] === undefined ? HELP : `There is no command “${args[0]}”.\n\n${HELP}`,
})

async function runOf<D>(
  commands: Record<string, Command<D>>,
  deps: D,
  args: string[],
): Promise<Outcome> {
  const name = nameIn(commands, args)
  if (name === undefined) return noCommand(args)
  const command = commands[name]!
  try {
    const { positionals, values } = parseArgs({
      args: args.slice(name.split(' ').length),
      options: {
        roles: { type: 'string' },
        scopes: { type: 'string' },
        events: { type: 'string' },
        day: { type: 'string' },
        check: { type: 'boolean' },
        'without-lost': { type: 'boolean' },
      },
      allowPositionals: true,
    })
    const said = await command.run(deps, new Typed(positionals, values))
    return typeof said === 'string' ? { isWell: true, text: said } : said
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
  const args = process.argv.slice(2)
  // Checked first, so that a typo creates no database.
  if (nameIn({ ...COMMANDS, ...FILE_COMMANDS }, args) === undefined)
    return printOutcome(noCommand(args))
  const settings = readSettings(process.env)
  const deps = localDeps(settings)
  if (nameIn(FILE_COMMANDS, args) !== undefined) return printOutcome(await adminOfFile(deps, args))
  const db = await openDatabase(settings, (error) => console.error(error.message))
  try {
    await migrate(db, () => backupBeforeMigration(deps))
    await requireSameKeys(db, deps.keys)
    printOutcome(await admin(withProviders(deps, db), args))
  } finally {
    await db.destroy()
  }
}

/** Commands move no money: they only read from providers, for reconciliation. */
const withProviders = (local: LocalDeps, db: AdminDeps['db']): AdminDeps => ({
  ...local,
  db,
  // Logs to stderr, because the output may go to a file.
  log: openLog(local.settings.logLevel, destination(2)),
  // No command uploads files.
  fileCleaner: { clean: () => Promise.reject(new Error('commands take no files')), stop() {} },
  load: { isOverloaded: () => false },
  lab: null,
  card: local.settings.stripe ? stripeCard(local.settings.stripe) : noCard,
  bank: local.settings.poli ? poliBank(local.settings.poli) : noBank,
  lender: lenderPeople(),
})

function printOutcome({ isWell, text, exitCode = isWell ? 0 : 1 }: Outcome): void {
  if (isWell) console.log(text)
  else console.error(text)
  process.exitCode = exitCode
}

if (import.meta.main)
  main().catch((error: unknown) => {
    console.error(error instanceof SettingError ? error.message : error)
    process.exitCode = 1
  })
