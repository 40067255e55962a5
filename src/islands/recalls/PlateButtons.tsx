import { Button } from '#ui/Button.tsx'

export interface NamedPlate {
  registration: string
  /** What car it is, or what is to come of it. */
  says: string
}

/** Plates that need not be typed. */
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
        <Button key={registration} kind="quiet" isSmall onClick={() => onPick(registration)}>
          {registration}, {says}
        </Button>
      ))}
    </div>
  </div>
)
