import { ownPasskeys, passkeyActions } from '#stores/sign-in/own-passkeys.ts'
import { addToast } from '#stores/site/toasts.ts'
import { PasskeyList, type PasskeyForm } from '#ui/sign-in/PasskeyList.tsx'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { ReauthenticationForm, type SettingProps } from './ReauthenticationForm.tsx'
import { Setting } from './Setting.tsx'

/** The customer's passkeys. */
export function Passkeys({ customer, account }: SettingProps) {
  const asked = useQuery(`passkeys ${customer.id}`, ownPasskeys)
  const form = ({ send, children, ...rest }: PasskeyForm) => (
    <ReauthenticationForm
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
    </ReauthenticationForm>
  )
  return (
    <Setting
      title="Passkeys"
      text="Sign in with your fingerprint, face or PIN. Your password and sign-in codes keep working."
    >
      <WhenLoaded asked={asked} name="your passkeys">
        {({ passkeys }, refetch) => (
          <PasskeyList
            passkeys={passkeys}
            acts={passkeyActions}
            form={form}
            onChanged={(text) => {
              addToast({ kind: 'success', text })
              refetch()
            }}
          />
        )}
      </WhenLoaded>
    </Setting>
  )
}
