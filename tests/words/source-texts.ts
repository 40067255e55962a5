import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/** A text in the source that people read. A value that is filled in is “…”. */
export interface SourceText {
  /** File and line. */
  at: string
  text: string
}

/** Elements that occur within a sentence. */
const INLINE = new Set(['a', 'abbr', 'b', 'bdi', 'br', 'code', 'em', 'i', 'span', 'strong', 'time'])
/** Attributes that hold no words. */
const NO_WORDS =
  /^(?:className|id|type|name|href|src|key|role|htmlFor|autoComplete|data-.*|style|d|viewBox|action|method|rel|target|inputMode|pattern|as|lang)$/

/** Sentences, and texts of three words or more without code: a field error begins in lower case. */
const isSentence = (text: string): boolean =>
  /^\P{L}*\p{Lu}/u.test(text)
    ? /\p{L}\s+\S*\p{L}/u.test(text)
    : /\p{Ll}/u.test(text) &&
      !/[<>{}[\]=;_#@$|\\*/]|--/.test(text) &&
      text.split(/\s+/).filter((word) => /\p{L}|…/u.test(word)).length >= 3

const spaces = (text: string): string => text.replace(/\s+/g, ' ').trim()

function templateText(node: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}

/** The words of an element with the inline elements of its sentences. */
function jsxText(node: ts.JsxElement | ts.JsxFragment): string {
  return spaces(
    node.children
      .map((child) => {
        if (ts.isJsxText(child)) return child.text.replace(/\s*\n\s*/g, ' ')
        if (ts.isJsxExpression(child)) {
          const inner = child.expression
          if (!inner) return ''
          if (ts.isStringLiteral(inner)) return inner.text
          return ts.isTemplateLiteral(inner) ? templateText(inner) : '…'
        }
        if (ts.isJsxElement(child)) {
          const tag = child.openingElement.tagName.getText()
          return INLINE.has(tag) || /^[A-Z]/.test(tag) ? jsxText(child) : ' '
        }
        return ' … '
      })
      .join(''),
  )
}

const hasOwnText = (node: ts.JsxElement | ts.JsxFragment): boolean =>
  node.children.some((child) => ts.isJsxText(child) && /\p{L}/u.test(child.text))

function textsOf(file: string): SourceText[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const found: SourceText[] = []
  const add = (node: ts.Node, text: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    found.push({ at: `${file}:${String(line + 1)}`, text: spaces(text) })
  }
  const visit = (node: ts.Node): void => {
    if (
      ts.isImportDeclaration(node) ||
      ts.isTaggedTemplateExpression(node) ||
      ts.isTypeNode(node) ||
      (ts.isJsxAttribute(node) && NO_WORDS.test(node.name.getText()))
    )
      return
    if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && hasOwnText(node)) {
      const tag = ts.isJsxElement(node) ? node.openingElement.tagName.getText() : ''
      const { parent } = node
      const isWithin =
        INLINE.has(tag) &&
        (ts.isJsxElement(parent) || ts.isJsxFragment(parent)) &&
        hasOwnText(parent)
      if (!isWithin) add(node, jsxText(node))
    }
    if (ts.isStringLiteral(node) && isSentence(node.text)) add(node, node.text)
    if (
      (ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) &&
      isSentence(templateText(node))
    )
      add(node, templateText(node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const isShipped = (file: string): boolean => !/\.(?:test|fixture)\.tsx?$/.test(file)

/** Everything in the source of islands, labels, mails, errors and commands that people read. */
export const sourceTexts = (): SourceText[] =>
  globSync(['src/{islands,ui,stores,lib,server}/**/*.{ts,tsx}', 'scripts/*.ts'])
    .filter(isShipped)
    .sort()
    .flatMap(textsOf)

/** Everything that the files of the brand say. */
export const contentTexts = (): SourceText[] =>
  globSync('src/content/**/*.json')
    .sort()
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          [...line.matchAll(/"((?:[^"\\]|\\.)*)"(?!\s*:)/g)]
            .map(([, text]) => text!)
            .filter(isSentence)
            .map((text) => ({ at: `${file}:${String(index + 1)}`, text })),
        ),
    )
