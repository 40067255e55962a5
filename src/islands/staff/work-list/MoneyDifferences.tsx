import { useState } from 'react'
import {
  explainMoneyDifference,
  listMoneyDifferences,
} from '#lib/payments/money-difference-calls.ts'
import type { MoneyDifference } from '#lib/payments/shapes.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { siteCall } from '#stores/site/api.ts'
import { typedForms } from '#stores/session/ended-session.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { usePages } from '#ui/hooks/use-pages.ts'
import { ActionForm } from '../ActionForm.tsx'
import { PagedTable } from '../PagedTable.tsx'
import { purchaseHash } from '../routes.ts'

const KINDS: Record<MoneyDifference['kind'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  payout: 'Payout to us',
}

const PROBLEMS: Record<MoneyDifference['problem'], string> = {
  'missing-here': 'We have no record of it',
  'missing-there': 'The provider has no record of it',
  amount: 'The amounts differ',
  state: 'The statuses differ',
  doubled: 'Recorded twice',
  failed: 'Failed',
}

type Compared = { day: string; at: string } | null

/** Differences between our records and those of the payment providers, until each is explained. */
export function MoneyDifferences() {
  const [compared, setCompared] = useState<Compared | undefined>(undefined)
  const [round, setRound] = useState(0)
  const asked = usePages(`money differences ${round}`, async (cursor) => {
    const answer = await siteCall(listMoneyDifferences, { query: cursor ? { cursor } : {} })
    if (!answer.ok) return answer
    setCompared(answer.value.compared)
    const { differences, nextCursor } = answer.value
    return { ok: true, value: { items: differences, nextCursor } }
  })
  return (
    <div className="stack">
      <AreaHeading title="Reconciliation" />
      <p className="small quiet">
        Each day we compare our payments, refunds, disputes and payouts with the providers’.
        {compared && (
          <>
            {' '}
            Last compared on {formatInstant(compared.at)}, up to {formatDay(compared.day)}.
          </>
        )}
        {compared === null && ' Nothing has been compared yet.'}
      </p>
      <PagedTable
        asked={asked}
        name="the differences"
        columns={['What', 'Difference', 'We say', 'The provider says']}
        none={<p className="empty">There are no differences to explain.</p>}
      >
        {(one) => (
          <Line key={one.differenceId} difference={one} onChanged={() => setRound(round + 1)} />
        )}
      </PagedTable>
    </div>
  )
}

function Line({ difference, onChanged }: { difference: MoneyDifference; onChanged: () => void }) {
  const { kind, day, reference, problem, ours, theirs, purchaseJourneyId } = difference
  return (
    <tr>
      <th scope="row">
        {purchaseJourneyId ? (
          <a href={purchaseHash(purchaseJourneyId)}>{KINDS[kind]}</a>
        ) : (
          KINDS[kind]
        )}
        <span className="staff-table__more">
          {formatDay(day)}
          <br />
          {reference}
        </span>
      </th>
      <td>
        {PROBLEMS[problem]}
        <Explain difference={difference} onChanged={onChanged} />
      </td>
      <td data-label="We say">{ours ?? 'Nothing'}</td>
      <td data-label="The provider says">{theirs ?? 'Nothing'}</td>
    </tr>
  )
}

function Explain({
  difference: { differenceId, kind, reference, ours, theirs },
  onChanged,
}: {
  difference: MoneyDifference
  onChanged: () => void
}) {
  const form = `difference ${differenceId}`
  const [explanation, setExplanation] = useDraftState(typedForms, `${form} explanation`, '')
  return (
    <ActionForm
      form={form}
      label="Explain"
      about={`${KINDS[kind]} ${reference}`}
      submit="Save the explanation"
      question="Save this explanation? The difference will come off the list, and come back if either side changes."
      isReady={explanation.trim() !== ''}
      done="Explanation saved."
      run={() =>
        siteCall(explainMoneyDifference, {
          params: { id: differenceId },
          body: { explanation: explanation.trim(), ours, theirs },
        })
      }
      onChanged={onChanged}
    >
      {(wasTried) => (
        <TextField
          label="Why they differ"
          hint="For example: refunded manually with the provider."
          maxLength={500}
          autoComplete="off"
          value={explanation}
          onChange={setExplanation}
          error={wasTried && !explanation.trim() ? 'Please enter why they differ' : ''}
        />
      )}
    </ActionForm>
  )
}
