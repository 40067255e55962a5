import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'

export const getConfig = endpoint({
  name: 'getConfig',
  summary: 'Settings that the pages need at run time.',
  method: 'GET',
  path: '/config',
  who: 'anyone',
  ok: 200,
  answer: z.object({
    /** The calls there are: all of the contract, or those of the specification, which an API of the brand's own serves. */
    calls: z.enum(['all', 'specification']),
    flags: z.object({ reservations: z.boolean(), usedCars: z.boolean() }),
    /** By name; `none` or `off` where there is none. */
    providers: z.object({
      card: z.string(),
      bankPayment: z.string(),
      captcha: z.string(),
      register: z.string(),
      /** The service that values used cars. */
      valuation: z.optional(z.string()),
    }),
    /** Whether the lender says, without a trace, if it would probably lend. */
    hasSoftCheck: z.optional(z.boolean()),
    /** Whether the card provider only tries payments out, and takes no money. */
    isCardTest: z.boolean(),
    captchaSiteKey: z.string(),
    /** A vendor's chat that pages load; `null`: messages can be left instead. */
    chat: z.nullable(
      z.object({
        provider: z.enum(['freshchat', 'intercom', 'crisp']),
        id: z.string(),
        url: z.string(),
      }),
    ),
    clientId: z.string(),
    clientSecret: z.string(),
    termsVersion: z.string(),
    /** Days after confirming in which the customer may cancel. */
    cancelDays: z.int(),
    /** Hours for which a confirmed purchase keeps its car without the payment that is due for it. */
    depositHours: z.int(),
    demo: z.boolean(),
  }),
  isPublic: true,
})

export const getCaptchaChallenge = endpoint({
  name: 'getCaptchaChallenge',
  summary: 'A puzzle for the browser to solve, instead of a captcha picture.',
  method: 'GET',
  path: '/captcha/challenge',
  who: 'anyone',
  ok: 200,
  answer: z.object({
    parameters: z.record(z.string(), z.unknown()),
    signature: z.optional(z.string()),
  }),
})

export const getOpenApi = endpoint({
  name: 'getOpenApi',
  summary: 'This contract as an OpenAPI document.',
  method: 'GET',
  path: '/openapi.json',
  who: 'anyone',
  ok: 200,
  answer: z.record(z.string(), z.unknown()),
  isPublic: true,
})

export const listDemoMail = endpoint({
  name: 'listDemoMail',
  summary: 'Demo mode only: what was mailed to an address, newest first.',
  method: 'GET',
  path: '/demo/mail',
  who: { anyone: 'in demo mode' },
  query: z.strictObject({ to: z.optional(z.string().check(z.maxLength(254, 'is too long'))) }),
  ok: 200,
  answer: z.object({
    messages: z.array(
      z.object({
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
        queuedAt: z.string(),
        attachment: z.nullable(z.object({ id: z.string(), name: z.string() })),
      }),
    ),
  }),
  errors: [404],
})

export const getDemoAttachment = endpoint({
  name: 'getDemoAttachment',
  summary: 'Demo mode only: the file that goes with a message.',
  method: 'GET',
  path: '/demo/attachments/:id',
  who: { anyone: 'in demo mode' },
  ok: 200,
  answer: z.object({ name: z.string(), base64: z.string() }),
  errors: [404],
})
