import type { Customer } from '#lib/customers/shapes.ts'
import { captchaHeaders, endpointOf, mailedCode } from './caller.ts'
import { names, needsToken, refusesNumber, repeats, succeeds, type Check } from './check.ts'
import { oauthFaults, problemFaults, successFaults } from './judge.ts'
import { newAddress, NotChecked, type Visit } from './visit.ts'

const own = (visit: Visit) => visit.own()
const captcha = async (visit: Visit) => ({ headers: await captchaHeaders(visit.target) })

const tokenFor = (visit: Visit, fields: Record<string, string>) => ({
  body: { ...visit.clientFields, ...fields },
})

/** A change that changes nothing. */
const sameName = async (visit: Visit) => {
  const { name } = await visit.need<Customer>('getCustomer', await own(visit))
  return { ...(await own(visit)), body: { name } }
}
const newEmail = async (visit: Visit) => {
  const { password } = visit.customer
  return { ...(await own(visit)), body: { email: newAddress(), currentPassword: password } }
}
const search = async (visit: Visit) => ({
  token: await visit.staffToken(),
  query: { search: visit.customer.username, where: 'email' },
})
const account = async (visit: Visit) => ({
  ...(await captcha(visit)),
  body: {
    customerType: 'INDIVIDUAL',
    name: { firstName: 'Mere', lastName: 'Parata' },
    email: newAddress(),
  },
})

/** Changes the password and changes it back, each with a session of its own. */
async function changePasswordTwice(visit: Visit): Promise<string[]> {
  const account = await visit.spare()
  const other = { ...account, password: `${account.password} for a moment` }
  for (const [now, then] of [
    [account, other],
    [other, account],
  ] as const) {
    const { access_token: token } = await visit.newSession(now)
    const user = await visit.need<{ customer: Customer }>('getCurrentUser', { token })
    const reply = await visit.send('changePassword', {
      token,
      params: { id: user.customer.id },
      body: {
        type: 'CHANGE_PASSWORD',
        currentPassword: now.password,
        newPassword: then.password,
      },
    })
    const faults = successFaults(endpointOf('changePassword'), reply)
    if (faults.length > 0)
      return now === account
        ? faults
        : [...faults, `the password of ${now.username} is now “${now.password}”`]
  }
  visit.forgetToken()
  return []
}

/** Sets the password that the account has, by the code of an email. */
async function completeReset(visit: Visit): Promise<string[]> {
  const { username: email, password: newPassword } = await visit.spare()
  const before = await mailedCode(visit.target, email)
  await visit.need('startPasswordReset', { ...(await captcha(visit)), body: { email } })
  const code = await mailedCode(visit.target, email, before)
  if (code === null) throw new NotChecked('it needs the code of an email')
  const reply = await visit.send('completePasswordReset', { body: { email, code, newPassword } })
  return successFaults(endpointOf('completePasswordReset'), reply)
}

const resetting = { email: 'no address', code: '000000' }

export const accountChecks: Record<string, Check[]> = {
  getCurrentUser: [
    succeeds('getCurrentUser', async (visit) => ({ token: await visit.token() })),
    needsToken('getCurrentUser', () => ({})),
    {
      what: 'a token nobody has',
      run: async (visit) =>
        problemFaults(await visit.send('getCurrentUser', { token: 'made-up' }), [401], {
          codes: ['NotLoggedIn'],
        }),
    },
  ],
  getCustomer: [
    succeeds('getCustomer', own),
    needsToken('getCustomer', own),
    refusesNumber('getCustomer', own),
  ],
  getOwnerships: [
    succeeds('getOwnerships', own),
    needsToken('getOwnerships', own),
    refusesNumber('getOwnerships', own),
  ],
  listQuotes: [
    succeeds('listQuotes', own),
    needsToken('listQuotes', own),
    refusesNumber('listQuotes', own),
  ],
  updateCustomer: [
    succeeds('updateCustomer', sameName),
    needsToken('updateCustomer', sameName),
    refusesNumber('updateCustomer', sameName),
    names('name', 'updateCustomer', async (visit) => ({
      ...(await own(visit)),
      body: { name: { firstName: '', lastName: '' } },
    })),
    names('webAccountStatus', 'updateCustomer', async (visit) => ({
      ...(await own(visit)),
      body: { webAccountStatus: 'ACTIVE' },
    })),
  ],
  searchCustomers: [
    succeeds('searchCustomers', search),
    needsToken('searchCustomers', search),
    names('where', 'searchCustomers', async (visit) => ({
      token: await visit.staffToken(),
      query: { search: 'a', where: 'colour' },
    })),
    {
      what: 'a customer’s token',
      run: async (visit) =>
        problemFaults(
          await visit.send('searchCustomers', {
            token: await visit.token(),
            query: { search: 'a', where: 'name' },
          }),
          [403],
        ),
    },
  ],
  createCustomer: [
    succeeds('createCustomer', account),
    names('email', 'createCustomer', async (visit) => {
      const given = await account(visit)
      return { ...given, body: { ...given.body, email: 'no address' } }
    }),
    repeats('createCustomer', account),
  ],
  createWebAccount: [
    {
      what: 'an account that is there',
      async run(visit) {
        const email = visit.customer.username
        const reply = await visit.send('createWebAccount', {
          ...(await own(visit)),
          body: { email },
        })
        // Who has an account is told so, or how it is.
        if (reply.status === 409) return problemFaults(reply, [409], { codes: ['Conflict'] })
        return successFaults(endpointOf('createWebAccount'), reply)
      },
    },
    needsToken('createWebAccount', own),
    names('email', 'createWebAccount', async (visit) => ({
      ...(await own(visit)),
      body: { email: 'no address' },
    })),
  ],
  changeWebAccountEmail: [
    succeeds('changeWebAccountEmail', newEmail),
    needsToken('changeWebAccountEmail', newEmail),
    refusesNumber('changeWebAccountEmail', newEmail),
    names('email', 'changeWebAccountEmail', async (visit) => ({
      ...(await own(visit)),
      body: { email: 'no address' },
    })),
  ],
  startPasswordReset: [
    succeeds('startPasswordReset', async (visit) => ({
      ...(await captcha(visit)),
      body: { email: newAddress() },
    })),
    names('email', 'startPasswordReset', async (visit) => ({
      ...(await captcha(visit)),
      body: { email: 'no address' },
    })),
  ],
  checkPasswordReset: [
    succeeds('checkPasswordReset', () => ({ body: { email: newAddress(), code: '000000' } })),
    names('email', 'checkPasswordReset', () => ({ body: resetting })),
  ],
  completePasswordReset: [
    names('email', 'completePasswordReset', () => ({
      body: { ...resetting, newPassword: 'a long walk over the Tararuas' },
    })),
    { what: 'success', run: completeReset },
  ],
  changePassword: [
    needsToken('changePassword', own),
    refusesNumber('changePassword', async (visit) => ({
      ...(await own(visit)),
      body: {
        type: 'CHANGE_PASSWORD',
        currentPassword: visit.customer.password,
        newPassword: 'a long walk over the Tararuas',
      },
    })),
    names('type', 'changePassword', async (visit) => ({
      ...(await own(visit)),
      body: { type: 'WISH', newPassword: 'a long walk over the Tararuas' },
    })),
    { what: 'success', run: changePasswordTwice },
  ],
  token: [
    succeeds('token', (visit) => tokenFor(visit, { grant_type: 'password', ...visit.customer })),
    {
      what: 'a refresh',
      async run(visit) {
        const { refresh_token = '' } = await visit.newSession(visit.customer)
        const reply = await visit.send(
          'token',
          tokenFor(visit, { grant_type: 'refresh_token', refresh_token }),
        )
        return successFaults(endpointOf('token'), reply)
      },
    },
    {
      what: 'a wrong password',
      run: async (visit) =>
        oauthFaults(
          await visit.send(
            'token',
            tokenFor(visit, { grant_type: 'password', username: newAddress(), password: 'wrong' }),
          ),
          400,
        ),
    },
  ],
  revoke: [
    {
      what: 'success',
      async run(visit) {
        const { access_token } = await visit.newSession(visit.customer)
        const reply = await visit.send('revoke', tokenFor(visit, { token: access_token }))
        const faults = successFaults(endpointOf('revoke'), reply)
        if (faults.length > 0) return faults
        return problemFaults(await visit.send('getCurrentUser', { token: access_token }), [401])
      },
    },
    succeeds('revoke', (visit) => tokenFor(visit, { token: 'made-up' })),
  ],
}
