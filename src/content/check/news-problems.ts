import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isNode, LineCounter, parseDocument } from 'yaml'
import type { Problem } from '../content-error.ts'
import { pathText } from '../json-lines.ts'
import { readText } from './read-json.ts'
import type { Catalogue } from '../schema/catalogue.ts'
import { newsHead } from '../schema/news.ts'
import { readShape } from './shape-faults.ts'

/** To a page that a file of the content makes. */
const LINK = /\]\(\/(models|offers|dealers|news)\/([\w-]+)/g
const HEAD = /^---\r?\n([^]*?)\r?\n---(?:\r?\n|$)/

type Linked = Pick<Catalogue, 'models' | 'offers' | 'dealers'>

/** What would stop the build in the heads of the news, and links in them that lead nowhere. */
export function newsProblems(dir: string, catalogue: Linked): Problem[] {
  const schema = newsHead(catalogue)
  const files = globSync('news/*.md', { cwd: dir }).sort()
  const pages = pagesOf(catalogue, files)
  return files.flatMap((file): Problem[] => {
    let text: string
    try {
      text = readText(join(dir, file))
    } catch (error) {
      return [{ file, path: '', reason: (error as Error).message }]
    }
    const links = linkProblems(file, text, pages)
    const [, head] = HEAD.exec(text) ?? []
    if (head === undefined)
      return [
        {
          file,
          path: '',
          line: 1,
          reason: 'has no head: add title, summary, date and picture between two lines of ---',
        },
        ...links,
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
    const read = readShape(schema, document.toJS())
    const faults = ('faults' in read ? read.faults : []).map(({ path, reason }) => {
      const at = document.getIn(path, true)
      return {
        file,
        path: pathText(path),
        line: isNode(at) && at.range ? lineAt(at.range[0]) : 1,
        reason,
      }
    })
    return [...faults, ...links]
  })
}

const pagesOf = ({ models, offers, dealers }: Linked, news: string[]) => {
  const slugs = (rows: { slug: string }[]) => rows.map(({ slug }) => slug)
  return {
    models: slugs(models),
    offers: slugs(offers),
    dealers: slugs(dealers),
    news: news.map((file) => basename(file, '.md')),
  }
}

const linkProblems = (file: string, text: string, pages: ReturnType<typeof pagesOf>): Problem[] =>
  text
    .split('\n')
    .flatMap((line, i) =>
      [...line.matchAll(LINK)].flatMap(([, area, slug]) =>
        pages[area as keyof typeof pages].includes(slug!)
          ? []
          : [{ file, path: '', line: i + 1, reason: `there is no page /${area}/${slug}/` }],
      ),
    )
