import * as calls from '#lib/customers/account-calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { accountStateOf } from './account-data.ts'
import { listDeletions, requestDeletion, withdrawDeletion } from './account-deletion.ts'
import { downloadExport, requestExport } from './data-exports.ts'
import { recordDelivery } from '#server/delivery/delivery.ts'
import { purchaseRecordOf, receiptDocument } from '#server/purchases/record.ts'
import { endOther, endOthers, signedInDevices } from '#server/sign-in/sessions.ts'

export const accountRoutes = (deps: Deps): Route[] => [
  route(calls.getAccount, ({ params }) => accountStateOf(deps, Number(params.id))),
  route(calls.listSessions, async ({ actor }) => ({
    sessions: await signedInDevices(deps, actor),
  })),
  route(calls.endOtherSession, ({ actor, params }) => endOther(deps, actor, params.sessionId)),
  route(calls.endOtherSessions, ({ actor }) => endOthers(deps, actor)),
  route(calls.requestExport, ({ actor }) => requestExport(deps, actor)),
  route(calls.downloadExport, ({ actor }) => downloadExport(deps, actor)),
  route(calls.requestDeletion, (call) => requestDeletion(deps, call, call.body.currentPassword)),
  route(calls.withdrawDeletion, (call) => withdrawDeletion(deps, call)),
  route(calls.listDeletions, () => listDeletions(deps)),
  route(calls.getPurchaseRecord, ({ actor, params }) => purchaseRecordOf(deps, actor, params.id)),
  route(calls.getReceiptDocument, ({ actor, params }) => receiptDocument(deps, actor, params.id)),
  route(calls.recordDelivery, ({ actor, params, body }) =>
    recordDelivery(deps, actor, params.id, body),
  ),
]
