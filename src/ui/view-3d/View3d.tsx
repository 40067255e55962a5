import type { Ref } from 'react'
import './view-3d.css'

interface View3dProps {
  ref?: Ref<HTMLDivElement>
  'data-car'?: string
}

/**
 * The button that shows a car in 3D over its pictures, and the place for it. It covers the element around it, which holds the
 * pictures and has a position of its own. `startView3d` (view-3d.ts) changes these elements, and nothing else does.
 */
export const View3d = (props: View3dProps) => (
  <div className="view-3d no-print" {...props}>
    <div className="view-3d__place" />
    <div className="view-3d__state" role="status" />
    <button type="button" className="button button--quiet button--small view-3d__button">
      View in 3D
    </button>
    <p className="view-3d__without">The 3D view needs JavaScript.</p>
  </div>
)
