/** A tag of an SVG. */
export interface Tag {
  kind: 'open' | 'close' | 'empty'
  name: string
  attributes: [name: string, value: string][]
  line: number
}

const TOKEN =
  /<!--[^]*?-->|<\?[^]*?\?>|<!DOCTYPE[^>[]*>|<\/(?<close>[\w:.-]+)\s*>|<(?<open>[\w:.-]+)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|[^<]+/giy
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** The tags of an SVG in their order; or the line and reason why it is none. Text and comments are left out. */
export function tagsOf(
  svg: string,
): { tags: Tag[]; fault?: never } | { fault: { line: number; reason: string } } {
  const tags: Tag[] = []
  const open: string[] = []
  let line = 1
  let read = 0
  const fault = (reason: string) => ({ fault: { line, reason: `is not an SVG: ${reason}` } })
  for (const { 0: token, index, groups = {} } of svg.matchAll(TOKEN)) {
    read = index + token.length
    const { close, open: opened, attributes = '', empty } = groups
    if (close !== undefined) {
      const last = open.pop()
      if (last !== close) return fault(`</${close}> closes ${last ? `<${last}>` : 'nothing'}`)
      tags.push({ kind: 'close', name: close, attributes: [], line })
    } else if (opened !== undefined) {
      if (!empty) open.push(opened)
      tags.push({
        kind: empty ? 'empty' : 'open',
        name: opened,
        attributes: [...attributes.matchAll(ATTRIBUTE)].map(
          ([, name, double, single]): [string, string] => [name!, double ?? single!],
        ),
        line,
      })
    }
    line += token.split('\n').length - 1
  }
  if (read < svg.length)
    return fault(`cannot read it from “${svg.slice(read, read + 20).split('\n')[0]!}”`)
  if (open.length > 0) return fault(`<${open.at(-1)!}> is not closed`)
  return { tags }
}
