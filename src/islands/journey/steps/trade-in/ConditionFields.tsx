import {
  CONDITION_QUESTIONS,
  CONDITION_REST_MAX,
  type Condition,
} from '#lib/trade-in/trade-condition.ts'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea } from '#ui/fields/TextArea.tsx'

interface ConditionFieldsProps {
  condition: Condition
  error: string | undefined
  /** Whether a car may get a firm offer at once. */
  isValued: boolean
  onChange: (condition: Condition) => void
}

/** Optional questions about the condition of a car. */
export const ConditionFields = ({ condition, error, isValued, onChange }: ConditionFieldsProps) => (
  <fieldset className="choice-group">
    <legend>Condition</legend>
    <div className="form">
      <p className="small quiet">
        More detail means a more accurate offer. All of it is optional.
        {isValued && ' If you answer all six questions, you may get a firm offer straight away.'}
      </p>
      <div className="condition-fields">
        {CONDITION_QUESTIONS.map(({ label, answers }) => (
          <SelectField
            key={label}
            label={label}
            value={condition.answers[label] ?? ''}
            options={['', ...answers].map((value) => ({ value, label: value || 'Not sure' }))}
            onChange={(answer) => {
              const { [label]: _before, ...others } = condition.answers
              onChange({ ...condition, answers: answer ? { ...others, [label]: answer } : others })
            }}
          />
        ))}
      </div>
      <TextArea
        label="Anything else"
        hint={`For example damage, a tow bar or new parts.${isValued ? ' If you add a comment, our team will appraise your car.' : ''}`}
        value={condition.rest}
        error={error}
        maxLength={CONDITION_REST_MAX}
        optional
        onChange={(rest) => onChange({ ...condition, rest })}
      />
    </div>
  </fieldset>
)
