import { ownPasskeys, passkeyActs } from '#stores/sign-in/own-passkeys.ts'
import { addToast } from '#stores/site/toasts.ts'
import { PasskeyList, type PasskeyForm } from '#ui/sign-in/PasskeyList.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { ProvedForm, type SettingProps } from './ProvedForm.tsx'
import { Setting } from './Setting.tsx'

/** The customer's passkeys. */
export function Passkeys({ customer, account }: SettingProps) {
  const asked = useQuery(`passkeys ${customer.id}`, ownPasskeys)
  const form = ({ send, children, ...rest }: PasskeyForm) => (
    <ProvedForm
      {...rest}
      customer={customer}
      account={account}
      asksFirst={false}
      wasOpen={false}
      send={(currentPassword) => send({ currentPassword })}
    >
      {(proof, at) => (
        <>
          {children(at)}
          {proof}
        </>
      )}
    </ProvedForm>
  )
  return (
    <Setting
      title="Passkeys"
      text="Sign in with your fingerprint, face or PIN. Your password and sign-in codes keep working."
    >
      {asked.state === 'loading' ? (
        <Loading text="Loading your passkeys" />
      ) : asked.state === 'failed' ? (
        <Notice kind="error" title="We could not load your passkeys" tryAgain={asked.refetch}>
          {asked.message}
        </Notice>
      ) : (
        <PasskeyList
          passkeys={asked.value.passkeys}
          acts={passkeyActs}
          form={form}
          onChanged={(text) => {
            addToast({ kind: 'success', text })
            asked.refetch()
          }}
        />
      )}
    </Setting>
  )
}
