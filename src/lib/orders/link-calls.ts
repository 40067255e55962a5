import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { code } from '#lib/shared/input.ts'
import { PurchaseLinkKind, PurchaseLinks, SharedOrder } from './link-shapes.ts'

// Links to a purchase, which work for anyone who has them: its dates as a calendar, and a page without personal details.

const params = z.object({ id: code })
const ofKind = z.object({ id: code, kind: PurchaseLinkKind })
const ofKey = z.object({ key: code })
const who = { owner: 'purchase', refusal: 'Only the customer can do this.' } as const

export const getPurchaseLinks = endpoint({
  name: 'getPurchaseLinks',
  summary: 'The keys of a purchase’s calendar and its shared page.',
  method: 'GET',
  path: '/purchase-journey/:id/links',
  who,
  params,
  ok: 200,
  answer: PurchaseLinks,
  errors: [404],
})

export const makePurchaseLink = endpoint({
  name: 'makePurchaseLink',
  summary:
    'Makes a link to a purchase’s calendar or its shared page. The previous one stops working.',
  method: 'PUT',
  path: '/purchase-journey/:id/links/:kind',
  who,
  params: ofKind,
  ok: 200,
  answer: PurchaseLinks,
  errors: [404, 409],
})

export const endPurchaseLink = endpoint({
  name: 'endPurchaseLink',
  summary: 'Ends a link to a purchase, if there is one.',
  method: 'DELETE',
  path: '/purchase-journey/:id/links/:kind',
  who,
  params: ofKind,
  ok: 200,
  answer: PurchaseLinks,
  errors: [404],
})

export const getSharedOrder = endpoint({
  name: 'getSharedOrder',
  summary: 'A car on its way, without personal details, by the key of its shared page.',
  method: 'GET',
  path: '/shared-orders/:key',
  who: { anyone: 'with the key' },
  params: ofKey,
  ok: 200,
  answer: SharedOrder,
  isPublic: true,
  errors: [404],
})

export const getOrderCalendar = endpoint({
  name: 'getOrderCalendar',
  summary:
    'The dates of a purchase as a calendar (RFC 5545), by the key of its address, with or without `.ics`.',
  method: 'GET',
  path: '/order-calendars/:key',
  who: { anyone: 'with the key' },
  params: z.object({
    key: z.string().check(z.maxLength(60), z.regex(/^[\w-]+(\.ics)?$/, 'is not a key')),
  }),
  ok: 200,
  answer: null,
  answersFile: 'text/calendar',
  errors: [404],
})
