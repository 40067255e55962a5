import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { brandDir } from '#content/brand-dir.ts'
import { catalogue } from '#content/catalogue.ts'
import { drawingEdgeProblems } from '#content/check/drawing-edges.ts'
import { readDrawing } from '#content/drawings/read-drawing.ts'
import { askedFaults } from '#content/edit/new-brand.ts'
import { readTypeface } from '#content/typeface/read-typeface.ts'
import { lettering } from '../../scripts/lettering.ts'
import { sampleWordsIn } from './sample-words.ts'

const dir = mkdtempSync(join(tmpdir(), 'new-brand-'))
const folder = join(dir, 'kowhai')
afterAll(() => rmSync(dir, { recursive: true }))

const ASKED = {
  name: 'Kōwhai Motor Company of Hawke’s Bay',
  colour: '#1E5A3F',
  email: 'hello@kowhai.example',
  phone: '+64 9 555 0100',
}
const FLAGS = Object.entries(ASKED).flatMap(([name, value]) => [`--${name}`, value])

const run = (script: string, args: string[], env = {}) =>
  spawnSync(process.execPath, [`scripts/${script}.ts`, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })

test('a new brand is made from flags, and passes the check of its content', () => {
  const made = run('brand', ['kowhai', ...FLAGS, '--folder', folder])
  expect(made.stderr).toBe('')
  expect(made.stdout).toContain(`BRAND_DIR=${folder} npm start`)
  const checked = run('catalogue', ['check'], { BRAND_DIR: folder })
  expect(checked.stderr).toBe('')
  expect(checked.stdout).toMatch(/^Kōwhai .*, in .*, is valid: 1 models?, .*, 1 dealers?;/)
})

test('it has no name of the sample brand, its cars, its grades or its dealers, but begins with its typeface', () => {
  expect(sampleWordsIn(folder, '**/*.{json,svg,md}')).toEqual(['brand.json: Encode Sans'])
})

test.each(['Ōrere', 'École Ågren', 'Āwhina', 'jj', 'Kea'])(
  'the logo and the mark of %s have all of their letters',
  async (name) => {
    const { styles } = readTypeface(brandDir, catalogue.brand.typeface)
    const draw = async (words: string, isSquare: boolean) =>
      readDrawing(await lettering(words, { styles, colour: '#1E5A3F', isSquare }), 'logo').drawing
    const [logo, mark] = [await draw(name, false), await draw(name.charAt(0), true)]
    expect(
      await drawingEdgeProblems({ logo, mark, logoOnDark: logo, markOnDark: mark, icon: mark }),
    ).toEqual([])
    const [, , width, height] = mark.viewBox.split(' ').map(Number)
    expect(width).toBe(height)
  },
)

test('help is given without a fault', () => {
  const { status, stdout, stderr } = run('brand', ['--help'])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Usage: npm run brand:new -- /)
})

test('its legal texts say that they are drafts', () => {
  for (const name of ['terms', 'privacy', 'accessibility'])
    expect(readFileSync(join(folder, `pages/${name}.json`), 'utf8')).toContain(
      'This text is a draft',
    )
})

test('a folder that exists stays as it is', () => {
  writeFileSync(join(folder, 'brand.json'), 'mine')
  const again = run('brand', ['kowhai', ...FLAGS, '--folder', folder])
  expect(again.status).toBe(1)
  expect(again.stderr).toContain('already exists, so nothing has changed')
  expect(readFileSync(join(folder, 'brand.json'), 'utf8')).toBe('mine')
})

test('without a terminal, each missing flag is named, and nothing is made', () => {
  const asked = run('brand', ['kea', '--name', 'Kea', '--folder', join(dir, 'kea')])
  expect(asked.status).toBe(1)
  expect(asked.stderr).toContain('These flags are missing: --colour, --email, --phone.')
  expect(existsSync(join(dir, 'kea'))).toBe(false)
})

test.each([
  [{ name: ' ' }, 'The name is empty: write something.'],
  [{ colour: 'green' }, 'The colour must be a colour in capitals, such as #1E3A5F.'],
  [{ email: 'hello@orere' }, 'The email must be an email address, such as hello@brand.example.'],
  [{ phone: 'call us' }, 'The phone must be a New Zealand phone number, such as 09 555 0100'],
])('%j is refused', (change, fault) => {
  expect(askedFaults({ ...ASKED, ...change })).toEqual([expect.stringContaining(fault)])
})
