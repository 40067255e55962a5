import { writeFileSync } from 'node:fs'
import { contract } from '../src/lib/contract/contract.ts'
import { describeContract, type FieldDescription } from '../src/lib/contract/describe.ts'

const typeIn = ({ type, shape }: FieldDescription): string =>
  shape ? type.replace(shape, `[${shape}](#${shape.toLowerCase()})`) : type

const table = (columns: string[], rows: string[][]): string[] =>
  rows.length === 0
    ? []
    : [
        '',
        ...[columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
      ]

const needed = ({ isRequired }: FieldDescription): string => (isRequired ? 'yes' : '')
const fieldsOf = (heading: string, fields: FieldDescription[]): string[] =>
  table(
    [heading, 'in', 'what', 'needed'],
    fields.map((field) => [
      field.name && `\`${field.name}\``,
      field.where,
      typeIn(field),
      needed(field),
    ]),
  )

/** `docs/api.md`: every call of the contract. A test holds the file to it. */
export function apiMarkdown(): string {
  const { calls, shapes } = describeContract(contract)
  return [
    '# API',
    '',
    'Every call below `{SITE_URL}/api`, made from `src/lib/contract` by `npm run docs:api`; the running storefront shows the same at `/api/docs/`, and as OpenAPI at `/api/openapi.json`.',
    '',
    'Money is integer New Zealand cents with GST. Days are `yyyy-mm-dd` in New Zealand’s calendar, instants ISO 8601. A failure is `application/problem+json` with a `code`, a `message`, and `messages` that name the fields at fault; of `/auth` it is as RFC 6749 §5.2 has it. What is written in capitals, like [Quote](#quote), is a shape, described below the calls.',
    ...calls.flatMap((call) => [
      '',
      `## ${call.name}`,
      '',
      `\`${call.method} ${call.path}\` ${call.summary}`,
      '',
      `- For: ${call.who}`,
      `- Success ${call.ok}; failures ${call.errors.join(', ')}`,
      ...fieldsOf('takes', call.input),
      ...fieldsOf('answers', call.answer),
    ]),
    '',
    '# Shapes',
    ...shapes.flatMap(({ name, type, fields }) => [
      '',
      `## ${name}`,
      ...(fields.length === 0 ? ['', type] : []),
      ...table(
        ['field', 'what', 'needed'],
        fields.map((field) => [`\`${field.name}\``, typeIn(field), needed(field)]),
      ),
    ]),
    '',
  ].join('\n')
}

if (import.meta.main) writeFileSync('docs/api.md', apiMarkdown())
