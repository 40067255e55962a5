import type { CDPSession, Page } from '@playwright/test'
import { styles } from '#content/typeface/brand-typeface.ts'

/** A typeface a page is drawn with: its name in the font file, and the first text drawn with it. */
export interface Face {
  family: string
  text: string
}

interface DomNode {
  nodeId: number
  nodeType: number
  nodeValue: string
  pseudoType?: string
  children?: DomNode[]
  pseudoElements?: DomNode[]
}

const TEXT_NODE = 3

/** How often a page is read again when it was redrawn during the reading. */
const MAX_READS = 5

/** The typefaces that the text of a page is drawn with. They differ from its style sheets where one is missing. */
export async function facesOf(page: Page): Promise<Face[]> {
  await page.evaluate(() => document.fonts.ready)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('DOM.enable')
  await devTools.send('CSS.enable')
  try {
    for (let reads = 1; ; reads += 1)
      try {
        return await readFaces(devTools)
      } catch (error) {
        // A page that is redrawn while it is read takes away nodes that were just listed.
        if (reads === MAX_READS || !String(error).includes('Could not find node')) throw error
      }
  } finally {
    await devTools.detach()
  }
}

async function readFaces(devTools: CDPSession): Promise<Face[]> {
  const { root } = await devTools.send('DOM.getDocument', { depth: -1, pierce: true })
  const faces = new Map<string, string>()
  await Promise.all(
    withText(root).map(async (node) => {
      const { fonts } = await devTools.send('CSS.getPlatformFontsForNode', { nodeId: node.nodeId })
      for (const { familyName } of fonts)
        faces.set(familyName, faces.get(familyName) ?? textOf(node))
    }),
  )
  return [...faces]
    .map(([family, text]) => ({ family, text }))
    .sort((a, b) => a.family.localeCompare(b.family))
}

const textOf = (node: DomNode): string =>
  (node.children ?? []).map(({ nodeValue }) => nodeValue).join('')

/** The elements and generated contents below a node that have text of their own. */
function withText(node: DomNode): DomNode[] {
  const hasText = node.pseudoType || (node.children ?? []).some(isText)
  const below = [...(node.children ?? []), ...(node.pseudoElements ?? [])].flatMap(withText)
  return hasText ? [node, ...below] : below
}

const isText = ({ nodeType, nodeValue }: DomNode): boolean =>
  nodeType === TEXT_NODE && nodeValue.trim() !== ''

/** Those of a page that are not shipped with it (`src/content/typeface`): another machine draws other ones. */
export const systemFacesOf = async (page: Page): Promise<Face[]> =>
  (await facesOf(page)).filter(({ family }) => !isShipped(family))

/** Parts of the typeface are named by `src/content/typeface/make-part.ts`. */
const PART = /^Site\b/
const isShipped = (family: string) =>
  PART.test(family) || styles.flat().some(({ name }) => family.startsWith(name))
