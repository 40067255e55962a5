// A press on a button of an island that is still asleep is given to it again as it wakes. Until then the browser would
// send the button's form itself, and load the page anew.
document.addEventListener(
  'click',
  (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    const asleep = button?.closest('astro-island[ssr]')
    if (!asleep) return
    event.preventDefault()
    asleep.addEventListener('astro:hydrate', () => button?.click(), { once: true })
  },
  { capture: true },
)
