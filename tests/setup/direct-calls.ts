import type { Actor } from '#server/platform/http/actor.ts'
import { ApiProblem } from '#server/platform/http/api-problem.ts'

// For what asks the services without the API in between.

export const customerActor = (customerId: number): Actor => ({
  type: 'CUSTOMER',
  customerId,
  sessionId: 'test',
})

export const ADMIN: Actor = {
  type: 'STAFF',
  staffId: 1,
  roles: ['admin'],
  lacksSecondFactor: false,
  sessionId: 'test',
  actingFor: null,
}

/** What a service gives, or `null` where it refuses. */
export const unlessRefused = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof ApiProblem) return null
    throw error
  })
