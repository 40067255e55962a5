import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MessageText } from './MessageText.tsx'

test('a code is set apart, an address is a link, and the rest is text', () => {
  const text =
    'Kia ora Mia,\n\nYour code is:\n\n123456\n\nOr open https://shop.example/a?b=1 now <b>'
  expect(renderToStaticMarkup(<MessageText text={text} />)).toBe(
    '<div class="mailbox__text"><p>Kia ora Mia,</p><p>Your code is:</p>' +
      '<p class="mailbox__code">123456</p>' +
      '<p>Or open <a href="https://shop.example/a?b=1">https://shop.example/a?b=1</a> now &lt;b&gt;</p></div>',
  )
})

test('a comma or full stop after an address is no part of it', () => {
  expect(
    renderToStaticMarkup(
      <MessageText text="Open https://shop.example/quote/#a=QWY1, or https://shop.example/b/." />,
    ),
  ).toBe(
    '<div class="mailbox__text"><p>Open <a href="https://shop.example/quote/#a=QWY1">https://shop.example/quote/#a=QWY1</a>, ' +
      'or <a href="https://shop.example/b/">https://shop.example/b/</a>.</p></div>',
  )
})
