import { writeFileSync } from 'node:fs'
import { contract } from '../src/lib/contract/contract.ts'
import { describeContract, type FieldDescription } from '../src/lib/contract/describe.ts'

const table = (heading: string, fields: FieldDescription[]): string[] =>
  fields.length === 0
    ? []
    : [
        '',
        `| ${heading} | in | what | needed |`,
        '| --- | --- | --- | --- |',
        ...fields.map(
          ({ name, where, type, isRequired }) =>
            `| \`${name}\` | ${where} | ${type} | ${isRequired ? 'yes' : ''} |`,
        ),
      ]

/** `docs/api.md`: every call of the contract. A test holds the file to it. */
export const apiMarkdown = (): string =>
  [
    '# API',
    '',
    'Every call below `{SITE_URL}/api`, made from `src/lib/contract` by `npm run docs:api`; the running storefront shows the same at `/api/docs/`, and as OpenAPI at `/api/openapi.json`.',
    '',
    'Money is integer New Zealand cents with GST. Days are `yyyy-mm-dd` in New Zealand’s calendar, instants ISO 8601. A failure is `application/problem+json` with a `code`, a `message`, and `messages` that name the fields at fault.',
    ...describeContract(contract).flatMap((call) => [
      '',
      `## ${call.name}`,
      '',
      `\`${call.method} ${call.path}\` ${call.summary}`,
      '',
      `- For: ${call.who}`,
      ...(call.headers.length > 0 ? [`- Headers: ${call.headers.join(', ')}`] : []),
      `- Success ${call.ok}; failures ${call.errors.join(', ')}`,
      ...table('takes', call.input),
      ...table('answers', call.answer),
    ]),
    '',
  ].join('\n')

if (import.meta.main) writeFileSync('docs/api.md', apiMarkdown())
