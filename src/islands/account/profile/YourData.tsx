import { useState } from 'react'
import { failureMessage, type ApiFailure } from '#lib/api/failure.ts'
import { ACCOUNT_DELETION_DAYS } from '#lib/shared/constants.ts'
import {
  downloadExport,
  requestDeletion,
  requestExport,
  withdrawDeletion,
} from '#lib/customers/account-calls.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { fileSize } from '#lib/shared/files.ts'
import { formatDayOf, formatDeadline } from '#lib/shared/instants.ts'
import { siteCall } from '#stores/site/api.ts'
import { paths } from '#stores/site/paths.ts'
import { addToast } from '#stores/site/toasts.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { saveFile } from '#ui/save-file.ts'
import { ReauthenticationForm, type OpenForm, type SettingProps } from './ReauthenticationForm.tsx'
import { Setting, useKeptForm } from './Setting.tsx'

/** The data held about the customer: a copy to download, and the deletion of the account. */
export function YourData(props: SettingProps) {
  const { isOpen, wasOpen, opener, open, close } = useKeptForm('deletion form')
  const { account } = props
  return (
    <>
      <Setting
        title="Information we hold about you"
        text={
          <>
            Our <a href={paths.privacy}>privacy statement</a> says why we hold it and for how long.
          </>
        }
      >
        <Copy {...props} />
      </Setting>
      <Setting title="Delete account">
        {account.deletion ? (
          <p>
            We’ll delete your account on {formatDayOf(account.deletion.dueAt)}. Until then, you can
            change your mind at the top of this page.
          </p>
        ) : isOpen ? (
          <DeleteForm {...props} wasOpen={wasOpen} onClose={close} />
        ) : (
          <div className="setting__line">
            <p>You can change your mind within {ACCOUNT_DELETION_DAYS} days.</p>
            <Button kind="quiet" isSmall ref={opener} onClick={open}>
              Delete my account
            </Button>
          </div>
        )}
      </Setting>
    </>
  )
}

/** A copy of the data: requested, prepared in the background, and then offered for download until it expires. */
function Copy({ customer, account: { dataExport }, onChanged }: SettingProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const params = { id: customer.id }
  const during = async (act: () => Promise<ApiFailure | null>) => {
    setTrouble('')
    setIsBusy(true)
    const failure = await act()
    setIsBusy(false)
    if (failure) setTrouble(failureMessage(failure))
  }
  const ask = () =>
    during(async () => {
      const answer = await siteCall(requestExport, { params })
      if (!answer.ok) return answer.failure
      onChanged()
      return null
    })
  const download = (readyAt: string) =>
    during(async () => {
      const answer = await siteCall(downloadExport, { params })
      if (!answer.ok) return answer.failure
      saveFile(`my-data-${aucklandDay(readyAt)}.json`, 'application/json', answer.value)
      addToast({ kind: 'success', text: 'Your data has been downloaded.' })
      return null
    })
  const { readyAt, expiresAt, sizeBytes } = dataExport ?? {}
  return (
    <>
      <div className="setting__line">
        <p className="setting__words" role="status">
          {readyAt && expiresAt
            ? `Your copy is ready (${fileSize(sizeBytes ?? 0)}). You can download it until ${formatDeadline(expiresAt)}.`
            : dataExport
              ? `We’re putting your data together. We’ll email ${customer.email} when you can download it here.`
              : 'A copy of your details, vehicles, quotes, watched cars and purchases, the messages you left for us, where you’re signed in, and when our staff viewed your record.'}
        </p>
        {readyAt ? (
          <Button kind="quiet" isSmall isBusy={isBusy} onClick={() => void download(readyAt)}>
            Download my data
          </Button>
        ) : dataExport ? (
          <Button kind="quiet" isSmall onClick={onChanged}>
            Check again
          </Button>
        ) : (
          <Button kind="quiet" isSmall isBusy={isBusy} onClick={() => void ask()}>
            Request my data
          </Button>
        )}
      </div>
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <StillWorking
        isBusy={isBusy}
        text={readyAt ? 'Downloading your data' : 'Sending your request'}
      />
    </>
  )
}

function DeleteForm({ customer, account, onChanged, wasOpen, onClose }: SettingProps & OpenForm) {
  return (
    <ReauthenticationForm
      customer={customer}
      account={account}
      send={(currentPassword) =>
        siteCall(requestDeletion, { params: { id: customer.id }, body: { currentPassword } })
      }
      onDone={({ dueAt }) => {
        addToast({
          kind: 'info',
          text: `We’ll delete your account on ${formatDayOf(dueAt)}.`,
        })
        onChanged()
        onClose()
      }}
      button="Delete my account"
      isDanger
      cancel="Keep it"
      wasOpen={wasOpen}
      onClose={onClose}
    >
      {(proof) => (
        <>
          <ul className="bullets">
            <li>
              We’ll delete your details, vehicles and quotes in {ACCOUNT_DELETION_DAYS} days. Until
              then your account works as usual, and you can choose to keep it.
            </li>
            <li>We’ll cancel any service bookings you have after that.</li>
            <li>We keep records of your purchases for as long as the law requires.</li>
          </ul>
          {proof}
        </>
      )}
    </ReauthenticationForm>
  )
}

/** Shown at the top of the profile while the account is to be deleted. */
export function DeletionNotice({
  customer,
  account: { deletion },
  isOwn,
  onChanged,
}: SettingProps & { isOwn: boolean }) {
  const [isBusy, setIsBusy] = useState(false)
  if (!deletion) return null
  const keep = async () => {
    setIsBusy(true)
    const answer = await siteCall(withdrawDeletion, { params: { id: customer.id } })
    setIsBusy(false)
    if (!answer.ok)
      return addToast({
        kind: 'warning',
        text: `We couldn’t keep your account: ${failureMessage(answer.failure)}`,
      })
    addToast({ kind: 'success', text: 'We’ll keep your account.' })
    onChanged()
  }
  return (
    <Notice kind="warning" title={`This account will be deleted on ${formatDayOf(deletion.dueAt)}`}>
      <p>
        Requested on {formatDayOf(deletion.requestedAt)}. Until then the account works as usual.
      </p>
      {isOwn && (
        <p>
          <Button isSmall isBusy={isBusy} onClick={() => void keep()}>
            Keep my account
          </Button>
        </p>
      )}
    </Notice>
  )
}
