// A press on a button of an island that is still asleep is given to it again as it wakes, once however often it was
// pressed. Until then the button shows that it was taken. The browser would send its form itself, and load the page anew.

const pressed = new WeakSet<Element>()

document.addEventListener(
  'click',
  (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    const asleep = button?.closest('astro-island[ssr]')
    if (!button || !asleep) return
    event.preventDefault()
    button.setAttribute('aria-busy', 'true')
    if (pressed.has(button)) return
    pressed.add(button)
    const giveBack = () => {
      button.removeAttribute('aria-busy')
      button.click()
    }
    asleep.addEventListener('astro:hydrate', giveBack, { once: true })
  },
  { capture: true },
)
