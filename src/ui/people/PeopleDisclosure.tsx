import { useState, type ComponentProps } from 'react'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'

const loadPeople = async () => (await import('./People.tsx')).People
type PeopleProps = Parameters<Awaited<ReturnType<typeof loadPeople>>>[0]

/** The people of a purchase, folded; they load when they are opened. */
export function PeopleDisclosure({
  isOpenAtFirst = false,
  className = '',
  about,
  ...people
}: PeopleProps & {
  isOpenAtFirst?: boolean
  /** For a screen reader, where there are several on the page. */
  about?: string
} & Pick<ComponentProps<'details'>, 'className'>) {
  const [isOpened, setIsOpened] = useState(isOpenAtFirst)
  return (
    <details
      className={`disclosure ${className}`}
      open={isOpenAtFirst}
      onToggle={(event) => event.currentTarget.open && setIsOpened(true)}
    >
      <summary>
        <span>
          People in this purchase
          {about && <span className="visually-hidden"> of {about}</span>}
        </span>
      </summary>
      <div>
        {isOpened && (
          <LazyComponent
            load={loadPeople}
            text="Loading the people in this purchase"
            props={people}
          />
        )}
      </div>
    </details>
  )
}
