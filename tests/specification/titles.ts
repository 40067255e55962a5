import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** `test`, `test.each`, `describe` and the like; what is skipped, or still to be written, proves nothing. */
const STANDS = /^(test|it|describe)(\.(each|concurrent|sequential|serial|describe|for))*$/

const isText = (node: ts.Node | undefined): node is ts.StringLiteral =>
  node !== undefined && (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))

/** The name of each case of a table, `[['a case', …], …]` or `['a case', …]`. */
function namesOfCases(table: ts.Node | undefined): string[] {
  if (table && ts.isAsExpression(table)) return namesOfCases(table.expression)
  if (!table || !ts.isArrayLiteralExpression(table)) return []
  return table.elements.flatMap((row) => {
    const name = ts.isArrayLiteralExpression(row) ? row.elements[0] : row
    return isText(name) ? [name.text] : []
  })
}

/**
 * The titles of a test file, as they are written there. A table of cases has its title (`%s is shown`), and one for
 * each case that begins with its name.
 */
export function titlesOf(file: string): Set<string> {
  const titles = new Set<string>()
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    false,
    kind,
  )
  const text = (node: ts.Node) => node.getText(source)
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const [title] = node.arguments
      const table = ts.isCallExpression(node.expression) ? node.expression : null
      if (STANDS.test(text((table ?? node).expression))) {
        if (isText(title)) {
          titles.add(title.text)
          for (const name of namesOfCases(table?.arguments[0]))
            titles.add(title.text.replace(/%[sj]/, name))
        }
      } else if (/^(test|it|describe)\./.test(text((table ?? node).expression))) return
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}
