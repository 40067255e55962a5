import * as calls from '#lib/contract/account.ts'
import { revokeOwnSession, revokeSessionsOf } from '../db/sessions.ts'
import type { Deps } from '../deps.ts'
import { route, type Route } from '../http/route.ts'
import { accountStateOf, exportCustomer } from '../services/account-data.ts'
import { listDeletions, requestDeletion, withdrawDeletion } from '../services/account-deletion.ts'
import { ownSession } from '../services/accounts.ts'
import { recordDelivery } from '../services/delivery.ts'
import { purchaseRecordOf, receiptDocument } from '../services/purchase-record.ts'
import { signedInDevices } from '../services/sessions.ts'

export const accountRoutes = (deps: Deps): Route[] => [
  route(calls.getAccount, ({ params }) => accountStateOf(deps, Number(params.id))),
  route(calls.listSessions, async ({ actor }) => {
    const { customerId, sessionId } = ownSession(actor)
    return { sessions: await signedInDevices(deps, customerId, sessionId) }
  }),
  route(calls.endOtherSession, ({ actor, params: { sessionId } }) => {
    const { customerId } = ownSession(actor)
    return revokeOwnSession(deps.db, { customerId, sessionId }, deps.now().toISOString())
  }),
  route(calls.endOtherSessions, ({ actor }) => {
    const { customerId, sessionId } = ownSession(actor)
    const owner = { customer_id: customerId, staff_id: null }
    return revokeSessionsOf(deps.db, owner, 'elsewhere', deps.now().toISOString(), sessionId)
  }),
  route(calls.exportCustomer, ({ actor }) => exportCustomer(deps, actor)),
  route(calls.requestDeletion, (call) => requestDeletion(deps, call, call.body.currentPassword)),
  route(calls.withdrawDeletion, (call) => withdrawDeletion(deps, call)),
  route(calls.listDeletions, () => listDeletions(deps)),
  route(calls.getPurchaseRecord, ({ actor, params }) => purchaseRecordOf(deps, actor, params.id)),
  route(calls.getReceiptDocument, ({ actor, params }) => receiptDocument(deps, actor, params.id)),
  route(calls.recordDelivery, ({ actor, params, body }) =>
    recordDelivery(deps, actor, params.id, body),
  ),
]
