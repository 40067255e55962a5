import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNode, LineCounter, parseDocument } from 'yaml'
import type { Problem } from '../content-error.ts'
import { pathText } from '../json-lines.ts'
import type { Catalogue } from '../schema/catalogue.ts'
import { newsHead } from '../schema/news.ts'

const HEAD = /^---\r?\n([^]*?)\r?\n---(?:\r?\n|$)/

/** What would stop the build in the heads of the news. */
export function newsProblems(dir: string, catalogue: Pick<Catalogue, 'models'>): Problem[] {
  const schema = newsHead(catalogue)
  return globSync('news/*.md', { cwd: dir })
    .sort()
    .flatMap((file): Problem[] => {
      const [, head] = HEAD.exec(readFileSync(join(dir, file), 'utf8')) ?? []
      if (head === undefined)
        return [
          {
            file,
            path: '',
            line: 1,
            reason: 'has no head: add title, summary, date and picture between two lines of ---',
          },
        ]
      const lines = new LineCounter()
      const document = parseDocument(head, { lineCounter: lines })
      /** The first line of a file is the `---` above its head. */
      const lineAt = (offset: number) => lines.linePos(offset).line + 1
      if (document.errors.length > 0)
        return document.errors.map(({ pos, message }) => ({
          file,
          path: '',
          line: lineAt(pos[0]),
          reason: message.split('\n')[0]!,
        }))
      const { error } = schema.safeParse(document.toJS())
      return (error?.issues ?? []).map(({ path, message }) => {
        const at = document.getIn(path, true)
        return {
          file,
          path: pathText(path),
          line: isNode(at) && at.range ? lineAt(at.range[0]) : 1,
          reason: message,
        }
      })
    })
}
