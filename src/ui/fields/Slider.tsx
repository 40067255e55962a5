interface SliderProps {
  /** What it moves, as in `Deposit`: the field beside it has the same label without “slider”. */
  label: string
  min: number
  max: number
  step?: number
  value: number
  /** The value in words, for those who do not see where it stands. */
  text: string
  onChange: (value: number) => void
}

/** A quick way to what the field beside it says exactly. */
export const Slider = ({ label, min, max, step = 1, value, text, onChange }: SliderProps) => (
  <input
    type="range"
    className="slider"
    aria-label={`Slide: ${label}`}
    aria-valuetext={text}
    min={min}
    max={max}
    step={step}
    value={value}
    onChange={(event) => onChange(Number(event.target.value))}
  />
)
