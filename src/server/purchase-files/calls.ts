import * as calls from '#lib/purchases/file-calls.ts'
import type { Deps } from '#server/deps.ts'
import { readFileName } from '#server/platform/http/request.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import {
  addFinanceDocument,
  addTradeInPhoto,
  purchaseFiles,
  readPurchaseFile,
  removePurchaseFile,
} from './files.ts'

export const purchaseFileRoutes = (deps: Deps): Route[] => [
  route(calls.addTradeInPhoto, ({ params, query, body, ...sender }) =>
    addTradeInPhoto(deps, sender, params.id, query.vehicleId, body),
  ),
  route(calls.addFinanceDocument, ({ params, body, ...sender }) =>
    addFinanceDocument(deps, sender, params.id, readFileName(sender.header('x-file-name')), body),
  ),
  route(calls.listPurchaseFiles, ({ actor, params }) => purchaseFiles(deps, actor, params.id)),
  route(calls.readPurchaseFile, ({ params, ...sender }) =>
    readPurchaseFile(deps, sender, params.id, params.fileId),
  ),
  route(calls.removePurchaseFile, ({ actor, params }) =>
    removePurchaseFile(deps, actor, params.id, params.fileId),
  ),
]
