import { createElement, useEffect, useState, type ComponentType } from 'react'
import { loadModule } from '#lib/api/load-module.ts'

/** A component that the page works without: it loads after the page, and shows nothing until then or if that fails. */
export function OptionalLazyComponent({ load }: { load: () => Promise<ComponentType> }) {
  const [Part, setPart] = useState<ComponentType | null>(null)
  useEffect(() => {
    void loadModule(load).then((part) => {
      if (part.ok) setPart(() => part.value)
    })
  }, [load])
  return Part && createElement(Part)
}
