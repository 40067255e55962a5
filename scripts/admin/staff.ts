import { isEmail } from '../../src/lib/shared/email.ts'
import { STAFF_ROLES } from '../../src/lib/staff/staff-roles.ts'
import { listStaff } from '../../src/server/staff/queries.ts'
import {
  changeRoles,
  createStaff,
  renewPassword,
  resetSecondFactor,
} from '../../src/server/staff/staff-accounts.ts'
import { CommandError, table, type Command } from './command.ts'

const SHOWN_ONCE = 'It isn’t stored anywhere, so save it now.'

const noStaff = (email: string) => new CommandError(`There is no staff account "${email}".`)

const rolesInWords = (roles: string[]) => roles.join(', ') || 'none, so no rights'

export const STAFF_COMMANDS: Record<string, Command> = {
  'staff add': {
    takes: 'EMAIL FIRST-NAME LAST-NAME --roles a,b',
    what: 'creates a staff account and shows its password, once',
    async run(deps, typed) {
      const [email, firstName, lastName] = [
        typed.word('EMAIL'),
        typed.word('FIRST-NAME'),
        typed.word('LAST-NAME'),
      ]
      const roles = typed.list('roles', STAFF_ROLES)
      typed.end()
      if (!isEmail(email)) throw new CommandError(`"${email}" isn’t an email address.`)
      const made = await createStaff(deps, { email, firstName, lastName, roles })
      if (!made) throw new CommandError(`"${email}" already has an account.`)
      return `${email} is staff: ${rolesInWords(roles)}.\nPassword  ${made.password}\n\n${SHOWN_ONCE}`
    },
  },
  'staff list': {
    takes: '',
    what: 'lists the staff with their roles',
    async run({ db }, typed) {
      typed.end()
      const staff = await listStaff(db)
      if (staff.length === 0) return 'There are no staff accounts.'
      return table(
        staff.map(({ email, firstName, lastName, roles }) => [
          email,
          `${firstName} ${lastName}`,
          rolesInWords(roles),
        ]),
      )
    },
  },
  'staff roles': {
    takes: 'EMAIL --roles a,b',
    what: 'changes their roles from their next request; none removes all rights',
    async run(deps, typed) {
      const email = typed.word('EMAIL')
      const roles = typed.list('roles', STAFF_ROLES)
      typed.end()
      if (!(await changeRoles(deps, email, roles))) throw noStaff(email)
      return `${email} is staff: ${rolesInWords(roles)}.`
    },
  },
  'staff password': {
    takes: 'EMAIL',
    what: 'signs them out everywhere and shows a new password, once',
    async run(deps, typed) {
      const email = typed.word('EMAIL')
      typed.end()
      const renewed = await renewPassword(deps, email)
      if (!renewed) throw noStaff(email)
      return `Password  ${renewed.password}\n\n${SHOWN_ONCE}`
    },
  },
  'staff reset-second-factor': {
    takes: 'EMAIL',
    what: 'signs them out everywhere and removes their authenticator app, so they can set up another',
    async run(deps, typed) {
      const email = typed.word('EMAIL')
      typed.end()
      if (!(await resetSecondFactor(deps, email))) throw noStaff(email)
      return `${email} no longer has a second factor.`
    },
  },
}
