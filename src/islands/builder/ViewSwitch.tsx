import type { View } from '#lib/art/art-paths.ts'

const VIEWS: [view: View, name: string][] = [
  ['side', 'Side'],
  ['front', 'Front'],
]

interface ViewSwitchProps {
  view: View
  /** Before the other view is chosen. */
  onPoint: () => void
  onChoose: (view: View) => void
}

/** From where the car is seen. */
export const ViewSwitch = ({ view, onPoint, onChoose }: ViewSwitchProps) => (
  <fieldset
    className="segmented builder__switch no-print"
    onPointerEnter={onPoint}
    onFocus={onPoint}
  >
    <legend className="visually-hidden">View</legend>
    {VIEWS.map(([value, name]) => (
      <label key={value}>
        <input type="radio" name="view" checked={value === view} onChange={() => onChoose(value)} />
        <span>{name}</span>
      </label>
    ))}
  </fieldset>
)
