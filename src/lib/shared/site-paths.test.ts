import { expect, test } from 'vitest'
import { sitePaths } from './site-paths.ts'

// Specification §2: destinations are pages under the site's base path.
test.each([
  ['/', ''],
  ['/shop', '/shop'],
  ['/shop/', '/shop'],
])('below %s are the destinations', (base, root) => {
  const paths = sitePaths(base)
  expect([
    paths.home,
    paths.buildAndQuote(),
    paths.buildAndQuote({ quoteId: 'q-1' }),
    paths.savedQuote('q-1'),
    paths.savedQuote('q-1', '7QK2-9XNF-3TME-W8RD'),
    paths.customer('sign-in'),
    paths.customer('agreements'),
    paths.customer('profile'),
    paths.staffSearch,
    paths.startPurchase('TN27H-B'),
    paths.startPurchase('TN27H-B', 'q-1'),
    paths.purchase('j-1'),
    paths.purchase('j-1', 'owner-details/confirmation'),
    paths.api,
  ]).toEqual([
    `${root}/`,
    `${root}/build-and-quote/`,
    `${root}/build-and-quote/?quoteId=q-1`,
    `${root}/build-and-quote/?quoteId=q-1`,
    `${root}/build-and-quote/?quoteId=q-1#7QK2-9XNF-3TME-W8RD`,
    `${root}/customer/#/sign-in`,
    `${root}/customer/#/agreements`,
    `${root}/customer/#/profile`,
    `${root}/staff/#/search`,
    `${root}/purchase/?kdcd=TN27H-B`,
    `${root}/purchase/?kdcd=TN27H-B&quoteId=q-1`,
    `${root}/purchase/#/j-1`,
    `${root}/purchase/#/j-1/owner-details/confirmation`,
    `${root}/api`,
  ])
})
