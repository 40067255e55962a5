import { WhenLoaded, type WhenLoadedProps } from '#ui/WhenLoaded.tsx'

/** A document of a purchase on a page of its own, once it is loaded. */
export function DocumentPage<T>(props: WhenLoadedProps<T>) {
  return (
    <div className="stack stack--l">
      <p className="no-print">
        <a href="#/agreements">Back to My Purchases</a>
      </p>
      <WhenLoaded {...props} />
    </div>
  )
}
