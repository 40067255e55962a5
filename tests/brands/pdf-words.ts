import { inflateSync } from 'node:zlib'

/** The words of a PDF that `pdfkit` wrote: its glyphs become letters by the map of each typeface. */
export function wordsOfPdf(bytes: Buffer): string {
  const raw = bytes.toString('latin1')
  const objects = new Map(
    [...raw.matchAll(/(?<=\n)(\d+) 0 obj\n([^]*?)\nendobj/g)].map(([, id, text]) => [id!, text!]),
  )
  const streamOf = (id: string | undefined): string => {
    const [, packed] = /stream\n([^]*)\nendstream/.exec(objects.get(id ?? '') ?? '') ?? []
    return packed ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1') : ''
  }
  const letters = new Map(
    [...raw.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
      const [, map] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!) ?? '') ?? []
      return [name!, lettersOf(streamOf(map))]
    }),
  )
  return [...raw.matchAll(/\/Contents (\d+) 0 R/g)]
    .map(([, id]) => wordsOfPage(streamOf(id), letters))
    .join('\n')
}

/** The letter of each glyph, in the order of the glyphs. */
const lettersOf = (map: string): string[] =>
  [...map.matchAll(/beginbfrange([^]*?)endbfrange/g)].flatMap(([, ranges]) =>
    [...ranges!.matchAll(/\[([^\]]*)\]/g)].flatMap(([, row]) =>
      [...row!.matchAll(/<([^>]*)>/g)].map(([, codes]) =>
        Buffer.from(codes!.replace(/\s/g, ''), 'hex').swap16().toString('utf16le'),
      ),
    ),
  )

function wordsOfPage(drawn: string, letters: Map<string, string[]>): string {
  let own: string[] = []
  let words = ''
  for (const [, face, line] of drawn.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (face) own = letters.get(face) ?? []
    else
      words += `${[...line!.matchAll(/<([^>]*)>/g)]
        .flatMap(([, glyphs]) => glyphs!.match(/.{4}/g) ?? [])
        .map((glyph) => own[parseInt(glyph, 16)] ?? '')
        .join('')}\n`
  }
  return words
}
