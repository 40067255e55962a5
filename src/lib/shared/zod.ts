import * as z from 'zod/mini'

// Compiled parsers are made by `new Function`, which the pages' policy forbids.
if ('document' in globalThis) z.config({ jitless: true })

export { z }
