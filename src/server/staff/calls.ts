import * as ownCalls from '#lib/staff/sign-in-calls.ts'
import * as calls from '#lib/staff/calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { listAudit } from './audit-list.ts'
import { endActing, getActing, listRecentCustomers, staffActor, startActing } from './acting.ts'
import {
  confirmSecondFactor,
  secondFactorOf,
  startSecondFactor,
} from '#server/sign-in/second-factor.ts'
import { endOther, endOthers, signedInDevices } from '#server/sign-in/sessions.ts'
import { changeStaffPassword } from './staff-password.ts'
import { countWork, listWork } from './work-list.ts'

export const staffRoutes = (deps: Deps): Route[] => [
  route(calls.startActing, async ({ actor, body, requestId }) => ({
    acting: await startActing(deps, staffActor(actor), body.customerId, requestId),
  })),
  route(calls.getActing, async ({ actor }) => ({
    acting: await getActing(deps, staffActor(actor)),
  })),
  route(calls.listRecentCustomers, async ({ actor }) => ({
    customers: await listRecentCustomers(deps, staffActor(actor)),
  })),
  route(calls.listAudit, ({ params, query }) => listAudit(deps, Number(params.id), query)),
  route(ownCalls.getSecondFactor, ({ actor }) => secondFactorOf(deps, staffActor(actor).staffId)),
  route(ownCalls.startSecondFactor, ({ actor, ip, body }) =>
    startSecondFactor(deps, { actor: staffActor(actor), ip }, body),
  ),
  route(ownCalls.confirmSecondFactor, ({ actor, body }) =>
    confirmSecondFactor(deps, staffActor(actor), body.code),
  ),
  route(ownCalls.listStaffSessions, async ({ actor }) => ({
    sessions: await signedInDevices(deps, actor),
  })),
  route(ownCalls.endStaffSession, ({ actor, params }) => endOther(deps, actor, params.sessionId)),
  route(ownCalls.endStaffSessions, ({ actor }) => endOthers(deps, actor)),
  route(ownCalls.changeStaffPassword, ({ actor, ip, body }) =>
    changeStaffPassword(deps, { actor: staffActor(actor), ip }, body),
  ),
  route(calls.endActing, ({ actor, requestId }) => endActing(deps, staffActor(actor), requestId)),
  route(calls.listWork, ({ actor, query }) => listWork(deps, actor, query)),
  route(calls.countWork, ({ actor }) => countWork(deps, actor)),
]
