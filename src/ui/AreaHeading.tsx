import { useEffect, useRef } from 'react'

let hasShownOne = false

/**
 * The heading of a screen in an area with hash routes; it also sets the page title. Moving to a screen puts the focus
 * here and scrolls to the top (decision 52); the first screen of a page does neither.
 */
export function AreaHeading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const site = document.title.split(' | ').at(-1)
    document.title = `${title} | ${site}`
  }, [title])
  useEffect(() => {
    if (hasShownOne) {
      heading.current?.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    }
    hasShownOne = true
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  )
}
