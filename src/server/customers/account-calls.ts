import * as calls from '#lib/customers/account-calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { accountStateOf } from './account-data.ts'
import { listDeletions, requestDeletion, withdrawDeletion } from './account-deletion.ts'
import { downloadExport, requestExport } from './data-exports.ts'

export const accountRoutes = (deps: Deps): Route[] => [
  route(calls.getAccount, ({ params }) => accountStateOf(deps, Number(params.id))),
  route(calls.requestExport, ({ actor }) => requestExport(deps, actor)),
  route(calls.downloadExport, ({ actor }) => downloadExport(deps, actor)),
  route(calls.requestDeletion, (call) => requestDeletion(deps, call, call.body.currentPassword)),
  route(calls.withdrawDeletion, (call) => withdrawDeletion(deps, call)),
  route(calls.listDeletions, () => listDeletions(deps)),
]
