import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Storefront } from '#tests/e2e/server.ts'
import { machineLines, tableLines, verdict } from './machine.ts'
import { bytesOf, COMPRESSED, hasNginx, startNginx } from './nginx.ts'
import { hasWrk, wrk } from './wrk.ts'

// npm run build && npm run bench:static -- --seconds 5 --connections 50
//
// The built server beside nginx, a process each, with the same compressed bytes. Wants wrk and nginx (Debian: both by
// these names).

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '50' },
  },
})
const [seconds, connections] = [Number(values.seconds), Number(values.connections)]
/** Of what nginx answers in a second. */
const LEAST = 0.7
const headers = COMPRESSED

if (!hasWrk || !hasNginx) throw new Error('wrk or nginx is not installed')

const storefront = await Storefront.start({ CHECK_ANSWERS: 'off' })
const scripts = readdirSync('dist/client/_astro').filter((name) => name.endsWith('.js'))
const sizeOf = (name: string) => statSync(join('dist/client/_astro', name)).size
const largest = `/_astro/${scripts.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]!}`
const drawing = '/art/tarn-WHS.svg'
const nginx = await startNginx(storefront.url, ['/', largest, drawing], 1)
try {
  const rows: string[][] = []
  for (const [what, path] of [
    ['the home page', '/'],
    ['the largest script', largest],
    ['a drawing', drawing],
  ] as const) {
    const body = await bytesOf(`${storefront.url}${path}`)
    const theirs = `${nginx.url}${path}`
    const measured = async (url: string) => {
      await wrk({ url, headers }, { connections, seconds: 1 })
      return wrk({ url, headers }, { connections, seconds })
    }
    const [nginxs, ours] = [await measured(theirs), await measured(`${storefront.url}${path}`)]
    const ratio = ours.perSecond / nginxs.perSecond
    const inWords = ({ perSecond }: typeof ours) => Math.round(perSecond).toLocaleString('en-NZ')
    rows.push([
      what,
      body.length.toLocaleString('en-NZ'),
      inWords(nginxs),
      inWords(ours),
      `${ours.p99Ms} ms`,
      `${ratio.toFixed(2)} of nginx`,
      `≥ ${LEAST}, ${verdict(ratio >= LEAST)}`,
    ])
  }
  console.log(
    [
      `${seconds} s each after one of warming up, ${connections} connections, one process each`,
      ...machineLines(),
      '',
      ...tableLines(['what', 'bytes', 'nginx', 'ours', 'p99 of ours', 'ratio', 'goal'], rows),
    ].join('\n'),
  )
} finally {
  await nginx.stop()
  await storefront.stop()
}
