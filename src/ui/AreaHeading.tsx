import { useEffect, useRef } from 'react'

let hasShownOne = false

/**
 * The heading of a screen in an area with hash routes, which also names the page. A screen that is moved to takes the
 * focus here, at the top of the page (decision 52); the one a page opens with does not.
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
