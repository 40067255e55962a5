import { memo } from 'react'
import { inWords } from '#lib/shared/in-words.ts'
import { capitalised } from '#lib/shared/words.ts'
import type { PayOption } from '#lib/codes.ts'
import { isPayOption } from '#lib/payments/pay-options.ts'
import type { BuilderCatalogue, BuilderProduct, Change } from './builder-data.ts'
import { ChoiceCard } from './ChoiceCard.tsx'

interface PayChoiceProps {
  catalogue: BuilderCatalogue
  chosen: PayOption
  change: Change
}

/** The ways to pay. Loan and lease products are listed under the option to choose one later, once it is chosen. */
export const PayChoice = memo(function PayChoice({ catalogue, chosen, change }: PayChoiceProps) {
  const products = catalogue.financeProducts
  const byCode = (code: string) => products.find((product) => product.code === code)
  const members = new Set(products.flatMap((row) => ('members' in row ? row.members : [])))

  const card = (product: BuilderProduct) => (
    <ChoiceCard
      key={product.code}
      type="radio"
      name="pay"
      value={product.code}
      isChosen={product.code === chosen}
      onChoose={() => isPayOption(product.code) && change({ payOption: product.code })}
      title={product.name}
    >
      {about(product, byCode)}
    </ChoiceCard>
  )
  return (
    <fieldset className="choice-group">
      <legend className="visually-hidden">Pay option</legend>
      <div className="choice-group__items">
        {products
          .filter(({ code }) => !members.has(code))
          .map((product) => [
            card(product),
            'members' in product && (
              <div className="choice-group__items builder__members" key={`${product.code} members`}>
                {product.members.flatMap((code) => byCode(code) ?? []).map(card)}
              </div>
            ),
          ])}
      </div>
    </fieldset>
  )
})

const about = (
  product: BuilderProduct,
  byCode: (code: string) => BuilderProduct | undefined,
): string => {
  if ('members' in product)
    return `Not sure yet? We’ll show ${byCode(product.members[0] ?? '')?.name} figures.`
  return product.description ?? capitalised(inWords(product.includes ?? []))
}
