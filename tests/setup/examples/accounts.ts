import { changeWebAccountEmail } from '#lib/customers/calls.ts'
import { startPasswordReset } from '#lib/sign-in/password-calls.ts'
import { startPasskey, startPasskeySignIn } from '#lib/sign-in/passkey-calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { deletePasskeysOf } from '#server/sign-in/passkeys/queries.ts'
import { findStaffLogin } from '#server/staff/queries.ts'
import { exportedData } from '#tests/setup/exports.ts'
import { CLIENT, readCode, RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { withPasskey } from '#tests/setup/passkeys.ts'
import { arrive, saved } from '#tests/setup/purchases.ts'
import { SoftwareAuthenticator } from '#tests/setup/software-authenticator.ts'
import { settingUp } from '#tests/setup/second-factor.ts'
import { CAPTCHA, type MakeExample, newAddress, nothing, ofMia } from './example.ts'

/** Signing in, customers and their accounts, staff and whom they act for. */
export const accountExamples: Record<string, MakeExample> = {
  token: () => ({
    body: {
      ...CLIENT,
      grant_type: 'password',
      username: 'customer@demo.example',
      password: SAMPLE_PASSWORD,
    },
  }),
  revoke: () => ({ body: { ...CLIENT, token: 'unknown' } }),
  getCurrentUser: ({ mia }) => ({ who: mia }),

  createCustomer: () => ({
    body: {
      customerType: 'INDIVIDUAL',
      name: { firstName: 'Tia', lastName: 'Moana' },
      email: newAddress(),
    },
    ...CAPTCHA,
  }),
  getCustomer: ofMia,
  updateCustomer: async (world) => ({
    ...(await ofMia(world)),
    body: { homePhone: '09 555 0141' },
  }),
  getOwnerships: ofMia,
  listVehicles: ofMia,
  addVehicle: async (world) => ({ ...(await ofMia(world)), body: { registration: 'TOI103' } }),
  removeVehicle: async ({ app }) => {
    const who = await arrive(app)
    return { who, params: { id: who.customerId, registration: 'TOI102' } }
  },
  listQuotes: ofMia,
  listPurchaseJourneys: ofMia,
  listReservations: ofMia,
  searchCustomers: ({ staff }) => ({ who: staff, query: { search: 'Mia', where: 'name' } }),
  startPasswordReset: () => ({ body: { email: 'customer@demo.example' }, ...CAPTCHA }),
  checkPasswordReset: () => ({ body: { email: 'nobody@demo.example', code: '123456' } }),
  completePasswordReset: async ({ app }) => {
    const email = 'aroha.tamati@demo.example'
    // So that its code is newer than what was mailed to her before.
    app.clock.advance(1000)
    const started = await app.browser()(startPasswordReset, {
      body: { email },
      captchaToken: RIGHT_CAPTCHA,
    })
    valueOf(started)
    const code = await readCode(app, email)
    return { body: { email, code, newPassword: 'a long walk over the Tararuas' } }
  },
  changePassword: async ({ app }) => {
    const who = await arrive(app, 'hemi.potae@demo.example')
    // An earlier use of this example gave the account its password.
    await app.deps.db
      .updateTable('customer')
      .set({ password_hash: null })
      .where('id', '=', who.customerId)
      .execute()
    const body = { type: 'NEW_ACCOUNT', newPassword: 'a long walk over the Tararuas' }
    return { who, params: { id: who.customerId }, body }
  },
  changeWebAccountEmail: ({ rawiri }) => ({
    who: rawiri,
    params: { id: rawiri.customerId },
    body: { email: newAddress(), currentPassword: SAMPLE_PASSWORD },
  }),
  verifyWebAccountEmail: async ({ app, rawiri }) => {
    const email = newAddress()
    const params = { id: rawiri.customerId }
    const body = { email, currentPassword: SAMPLE_PASSWORD }
    valueOf(await rawiri.call(changeWebAccountEmail, { params, body }))
    return { who: rawiri, params, body: { code: await readCode(app, email) } }
  },
  createWebAccount: async ({ app, staff }) => {
    const { id } = await app.deps.db
      .updateTable('customer')
      .set({ web_account_status: 'VERIFYPEND' })
      .where('first_name', '=', 'Ngaire')
      .returning('id')
      .executeTakeFirstOrThrow()
    return { who: staff, params: { id }, body: { email: newAddress() } }
  },
  getAccount: ofMia,
  listSessions: ofMia,
  endOtherSession: async ({ app }) => {
    const who = await arrive(app)
    return { who, params: { id: who.customerId, sessionId: 'signed-out-already' } }
  },
  endOtherSessions: async ({ app }) => {
    const who = await arrive(app, 'grace.whitfield@demo.example')
    return { who, params: { id: who.customerId } }
  },
  requestExport: ofMia,
  downloadExport: async ({ app, mia }) => {
    await exportedData(app, mia)
    return { who: mia, params: { id: mia.customerId } }
  },
  requestDeletion: async ({ app }) => {
    const who = await arrive(app, 'oliver.marsh@demo.example')
    return { who, params: { id: who.customerId }, body: {} }
  },
  withdrawDeletion: async ({ app }) => {
    const who = await arrive(app, 'oliver.marsh@demo.example')
    return { who, params: { id: who.customerId } }
  },
  listDeletions: ({ staff }) => ({ who: staff }),
  createPurchaseJourney: async ({ mia }) => ({
    who: mia,
    params: { id: mia.customerId },
    body: { quoteId: (await saved(mia)).quoteId, outletCode: 'AKL01' },
  }),

  getSecondFactor: ({ staff }) => ({ who: staff }),
  startSecondFactor: ({ staff }) => ({ who: staff, body: { currentPassword: SAMPLE_PASSWORD } }),
  confirmSecondFactor: async ({ app }) => {
    const who = await arrive(app, 'sales@demo.example')
    return { who, body: { code: (await settingUp(app, who))() } }
  },
  changeStaffPassword: async ({ app }) => {
    const email = 'service@demo.example'
    const other = await findStaffLogin(app.deps.db, 'staff@demo.example')
    // An earlier use of this example changed it.
    await app.deps.db
      .updateTable('staff')
      .set({ password_hash: other!.passwordHash })
      .where('email_key', '=', email)
      .execute()
    const body = { currentPassword: SAMPLE_PASSWORD, newPassword: 'a kea stole my gloves' }
    return { who: await arrive(app, email), body }
  },
  listStaffSessions: ({ staff }) => ({ who: staff }),
  endStaffSession: ({ staff }) => ({ who: staff, params: { sessionId: 'signed-out-already' } }),
  endStaffSessions: async ({ app }) => ({ who: await arrive(app, 'manager@demo.example') }),
  startPasskeySignIn: nothing,
  signInWithPasskey: async ({ app, mia }) => {
    await deletePasskeysOf(app.deps.db, { customer_id: mia.customerId, staff_id: null })
    const { authenticator } = await withPasskey(mia)
    const { ceremonyId, options } = valueOf(await app.browser()(startPasskeySignIn))
    return { body: { ceremonyId, credential: authenticator.get(options) } }
  },
  listPasskeys: ({ mia }) => ({ who: mia }),
  startPasskey: async ({ app, mia }) => {
    await deletePasskeysOf(app.deps.db, { customer_id: mia.customerId, staff_id: null })
    return { who: mia, body: { currentPassword: SAMPLE_PASSWORD } }
  },
  addPasskey: async ({ app, mia }) => {
    await deletePasskeysOf(app.deps.db, { customer_id: mia.customerId, staff_id: null })
    const { ceremonyId, options } = valueOf(await mia.call(startPasskey, { body: {} }))
    const credential = new SoftwareAuthenticator().create(options)
    return { who: mia, body: { ceremonyId, credential } }
  },
  renamePasskey: async ({ app, mia }) => {
    await deletePasskeysOf(app.deps.db, { customer_id: mia.customerId, staff_id: null })
    const { passkeyId } = (await withPasskey(mia)).passkey
    return { who: mia, params: { passkeyId }, body: { name: 'My phone' } }
  },
  removePasskey: ({ mia }) => ({
    who: mia,
    params: { passkeyId: 'removed-already' },
    body: { currentPassword: SAMPLE_PASSWORD },
  }),
  startActing: ({ staff, mia }) => ({ who: staff, body: { customerId: mia.customerId } }),
  getActing: ({ staff }) => ({ who: staff }),
  endActing: ({ staff }) => ({ who: staff }),
  listRecentCustomers: ({ staff }) => ({ who: staff }),
  listAudit: ({ staff, mia }) => ({ who: staff, params: { id: mia.customerId } }),
}
