import type { Kysely } from 'kysely'
import type { Database } from '../src/server/db/database.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { openDatabase } from '../src/server/db/open.ts'
import { SCOPES } from '../src/server/http/actor.ts'
import { createApiClient, isScope } from '../src/server/services/api-clients.ts'
import { verifyAudit } from '../src/server/services/audit.ts'
import { readSettings } from '../src/server/settings.ts'
import { SettingError } from '../src/server/settings/environment.ts'

const HELP = `npm run admin -- <command>

  create-client NAME --scopes a,b   makes a machine client and shows its secret, once; scopes:
${Object.entries(SCOPES)
  .map(([scope, what]) => `                                    ${scope.padEnd(16)} ${what}`)
  .join('\n')}
  verify-audit                      looks whether the audit is as it was written

The database is that of the storefront: DATABASE_URL and the other settings are read as "npm start" reads them.`

/** What a command prints, and whether it came out well. */
interface Outcome {
  isWell: boolean
  text: string
}

const failed = (text: string): Outcome => ({ isWell: false, text })

/** Runs one command on a database. */
export async function admin(db: Kysely<Database>, args: string[], now: Date): Promise<Outcome> {
  const [command, name, option, list] = args
  if (command === 'create-client' && name && option === '--scopes' && list) {
    const scopes = list.split(',')
    const unknown = scopes.find((scope) => !isScope(scope))
    if (unknown !== undefined) return failed(`There is no scope "${unknown}".\n\n${HELP}`)
    const client = await createApiClient(db, { name, scopes: scopes.filter(isScope), now })
    return {
      isWell: true,
      text: `client_id      ${client.clientId}\nclient_secret  ${client.secret}\n\nThe secret is stored nowhere: keep it now.`,
    }
  }
  if (command === 'verify-audit') {
    const verdict = await verifyAudit(db)
    if (!verdict.isSound)
      return failed(`The audit is broken at row ${verdict.brokenAt}: ${verdict.why}.`)
    return {
      isWell: true,
      text: `The audit is sound: ${verdict.rows} rows. The last one's hash is ${verdict.hash || 'none'}; kept elsewhere, it shows later that nothing before it was changed.`,
    }
  }
  return failed(HELP)
}

async function main(): Promise<void> {
  const db = await openDatabase(readSettings(process.env), (error) => console.error(error.message))
  try {
    await migrate(db)
    const { isWell, text } = await admin(db, process.argv.slice(2), new Date())
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
