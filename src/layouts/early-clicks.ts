// A press on a button of an island that is still asleep is given to it again as it wakes.
document.addEventListener(
  'click',
  ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    const asleep = button?.closest('astro-island[ssr]')
    asleep?.addEventListener('astro:hydrate', () => button?.click(), { once: true })
  },
  { capture: true },
)
