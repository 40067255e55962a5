export interface NamedPlate {
  registration: string
  /** The car, or for a sample its result. */
  says: string
}

/** Buttons that fill in a plate. */
export const PlateButtons = ({
  title,
  plates,
  onPick,
}: {
  title: string
  plates: readonly NamedPlate[]
  onPick: (registration: string) => void
}) => (
  <div className="recalls__plates" role="group" aria-label={title}>
    <p className="small quiet">{title}</p>
    <div className="cluster">
      {plates.map(({ registration, says }) => (
        <button
          key={registration}
          type="button"
          className="link-button"
          onClick={() => onPick(registration)}
        >
          {registration}, {says}
        </button>
      ))}
    </div>
  </div>
)
