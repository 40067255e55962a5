import { useEffect, useRef, useState } from 'react'
import type { MyCar } from '#lib/trade-in/my-car.ts'
import { $myCar, forgetMyCar, keepMyCar } from '#stores/site/my-car.ts'
import { paths } from '#stores/site/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { FoundCar } from './FoundCar.tsx'
import { findYourCar, type Trouble } from './find-your-car.ts'
import type { YourCarData } from './your-car-data.ts'

interface YourCarProps extends YourCarData {
  /** As typed; `null` for the car that this browser knows. */
  plate: string | null
  onForget: () => void
}

/** The visitor's car: looked up by its plate, and kept in this browser. */
export function YourCar({ plate, onForget, ...data }: YourCarProps) {
  const car = useIslandStore($myCar, null)
  const [tries, setTries] = useState(0)
  const [isLooking, setIsLooking] = useState(plate !== null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (plate === null) return
    let isCurrent = true
    void findYourCar(plate).then((found) => {
      if (!isCurrent) return
      setIsLooking(false)
      if ('kind' in found) return setTrouble(found)
      keepMyCar(found)
      requestAnimationFrame(() => heading.current?.focus())
    })
    return () => {
      isCurrent = false
    }
  }, [plate, tries])

  const lookAgain = () => {
    setIsLooking(true)
    setTrouble(null)
    setTries((before) => before + 1)
  }
  const change = (part: Partial<MyCar>) => car && keepMyCar({ ...car, ...part })
  const forget = () => {
    forgetMyCar()
    onForget()
  }
  if (isLooking) return <p role="status">Looking up your car…</p>
  if (trouble)
    return (
      <Notice
        kind={trouble.kind === 'failed' ? 'error' : 'info'}
        title={TITLES[trouble.kind]}
        {...(trouble.kind === 'failed' && { tryAgain: lookAgain })}
      >
        <p>{trouble.message}</p>
        {trouble.kind !== 'plate' && (
          <p>
            <a href={paths.dealers}>Find your dealer</a>
          </p>
        )}
      </Notice>
    )
  return (
    car && <FoundCar car={car} {...data} heading={heading} onChange={change} onForget={forget} />
  )
}

const TITLES: Record<Trouble['kind'], string> = {
  plate: 'That isn’t a number plate',
  unknown: 'We don’t know this car',
  off: 'Online look-up isn’t available',
  failed: 'We couldn’t look up your car',
}
