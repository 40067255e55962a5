import { useEffect, useEffectEvent, useRef } from 'react'
import { View3d } from '#ui/view-3d/View3d.tsx'
import type { ChosenCar } from '#ui/view-3d/show-car.ts'
import { startView3d, type StartedView3d } from '#ui/view-3d/view-3d.ts'

/** The chosen car in 3D, over its pictures. */
export function CarIn3d(chosen: ChosenCar) {
  const root = useRef<HTMLDivElement>(null)
  const view = useRef<StartedView3d>(null)
  const chosenNow = useEffectEvent(() => chosen)

  useEffect(() => {
    view.current = startView3d(root.current!, () => chosenNow())
    return () => view.current?.stop()
  }, [])
  useEffect(() => view.current?.update())

  return <View3d ref={root} />
}
