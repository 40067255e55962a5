import { createElement, useEffect, useState, type ComponentType } from 'react'
import { fetchPart } from '#lib/api/part.ts'

/** A component without which the page is whole: it is fetched once the page is there, and nothing shows until then. */
export function LaterPart({ load }: { load: () => Promise<ComponentType> }) {
  const [Part, setPart] = useState<ComponentType | null>(null)
  useEffect(() => {
    void fetchPart(load).then((part) => {
      if (part.ok) setPart(() => part.value)
    })
  }, [load])
  return Part && createElement(Part)
}
