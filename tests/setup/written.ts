import type { OperationNode, QueryExecutor } from 'kysely'
import { vi } from 'vitest'
import type { Application } from './application.ts'

/**
 * Notes what an application writes from now on, as kinds of statements with their tables: what takes the time of a
 * request, whatever rows are left.
 */
export function noteWrites({ deps }: Application): string[] {
  const writes: string[] = []
  // Where they run: a plugin would not see a query again that is compiled once.
  const executors = ownerOf(deps.db.getExecutor(), 'executeQuery')
  const execute = executors.executeQuery
  vi.spyOn(executors, 'executeQuery').mockImplementation(function (this: QueryExecutor, compiled) {
    const { query } = compiled
    if (query.kind !== 'SelectQueryNode') writes.push(`${query.kind} ${tableOf(query)}`)
    return execute.call(this, compiled)
  })
  return writes
}

/** Does something, once, just before an application reads a table outside a transaction: as another request may. */
export function beforeReading({ deps }: Application, table: string, act: () => Promise<unknown>) {
  const plain = deps.db.getExecutor()
  const executors = ownerOf(plain, 'executeQuery')
  const execute = executors.executeQuery
  let isDone = false
  vi.spyOn(executors, 'executeQuery').mockImplementation(async function (
    this: QueryExecutor,
    compiled,
  ) {
    const isRead = compiled.query.kind === 'SelectQueryNode' && tableOf(compiled.query) === table
    if (!isDone && isRead && this === plain) {
      isDone = true
      await act()
    }
    return execute.call(this, compiled) as never
  })
}

/** The prototype that has a method of its own. */
function ownerOf<T extends object>(object: T, method: keyof T): T {
  let owner = object
  while (!Object.hasOwn(owner, method)) owner = Object.getPrototypeOf(owner) as T
  return owner
}

/** The first table that a statement names. */
function tableOf(node: OperationNode): string {
  return (
    /"table":\{"kind":"SchemableIdentifierNode","identifier":\{"kind":"IdentifierNode","name":"(\w+)"/.exec(
      JSON.stringify(node),
    )?.[1] ?? ''
  )
}
