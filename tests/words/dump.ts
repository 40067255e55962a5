import { sourceTexts } from './source-texts.ts'
const re = new RegExp(process.argv[2]!)
let last = ''
for (const { at, text } of sourceTexts()) {
  const [file, line] = at.split(':')
  if (!re.test(at)) continue
  if (file !== last) console.warn(`## ${file}`)
  last = file!
  console.warn(`${line}: ${text}`)
}
