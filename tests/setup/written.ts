import type { OperationNode } from 'kysely'
import type { Application } from './application.ts'

/**
 * Notes what an application writes from now on, as kinds of statements with their tables: what takes the time of a
 * request, whatever rows are left.
 */
export function noteWrites({ deps }: Application): string[] {
  const writes: string[] = []
  deps.db = deps.db.withPlugin({
    transformQuery({ node }) {
      if (node.kind !== 'SelectQueryNode') writes.push(`${node.kind} ${tableOf(node)}`)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return writes
}

/** The first table that a statement names. */
function tableOf(node: OperationNode): string {
  return (
    /"table":\{"kind":"SchemableIdentifierNode","identifier":\{"kind":"IdentifierNode","name":"(\w+)"/.exec(
      JSON.stringify(node),
    )?.[1] ?? ''
  )
}
