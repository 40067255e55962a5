import { useState, type ReactNode } from 'react'
import type { Result } from '#lib/api/failure.ts'
import { MAX_PASSKEYS } from '#lib/shared/constants.ts'
import type { Passkey } from '#lib/customers/account-shapes.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { deviceName } from '#lib/sign-in/device.ts'
import type { Faults } from '#lib/shared/faults.ts'
import { canUsePasskeys, PASSKEY_ADDED } from '#lib/sign-in/passkeys-here.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useOpener } from '#ui/hooks/use-opener.ts'
import { useRowFocus } from '#ui/hooks/use-row-focus.ts'

interface Proof {
  currentPassword?: string | undefined
  code?: string | undefined
}

/** A form that each area shows with its own way to reauthenticate. */
export interface PasskeyForm {
  button: string
  isDanger?: boolean
  cancel?: string
  fields: readonly string[]
  faults: () => Faults
  send: (proof: Proof) => Promise<Result<unknown>>
  onDone: () => void
  onClose: () => void
  children: (at: {
    faultAt: (path: string, label: string) => string | undefined
    forget: (path: string) => void
  }) => ReactNode
}

export interface PasskeyActs {
  add: (given: Proof & { name: string }) => Promise<Result<unknown>>
  rename: (passkeyId: string, name: string) => Promise<Result<unknown>>
  remove: (passkeyId: string, proof: Proof) => Promise<Result<unknown>>
}

const MAX_NAME = 60
const day = (at: string) => formatDay(aucklandDay(at))

/** The passkeys of an account, with forms to add, rename and remove them. */
export function PasskeyList({
  passkeys,
  acts,
  form,
  onChanged,
}: {
  passkeys: readonly Passkey[]
  acts: PasskeyActs
  form: (form: PasskeyForm) => ReactNode
  onChanged: (text: string) => void
}) {
  const [isAdding, setIsAdding] = useState(false)
  const { opener, open, close } = useOpener(isAdding, setIsAdding)
  const keepFocus = useRowFocus(passkeys)
  return (
    <>
      {passkeys.length === 0 ? (
        <p>You have no passkeys yet.</p>
      ) : (
        <ul className="devices divided">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.passkeyId}
              passkey={passkey}
              keepFocus={keepFocus}
              acts={acts}
              form={form}
              onChanged={onChanged}
            />
          ))}
        </ul>
      )}
      {isAdding ? (
        <NameForm
          form={form}
          initial={deviceName(navigator.userAgent)}
          hint="Your device will ask for your fingerprint, face or PIN."
          button="Add this passkey"
          send={(name, proof) => acts.add({ ...proof, name })}
          onDone={() => {
            onChanged(PASSKEY_ADDED)
            close()
          }}
          onClose={close}
        />
      ) : !canUsePasskeys() ? (
        <p className="small quiet">This browser can’t add passkeys. Try another browser.</p>
      ) : passkeys.length >= MAX_PASSKEYS ? (
        <p className="small quiet">
          You have {MAX_PASSKEYS} passkeys, the most you can have. Remove one to add another.
        </p>
      ) : (
        <div>
          <Button kind="quiet" isSmall ref={opener} onClick={open}>
            Add a passkey
          </Button>
        </div>
      )}
    </>
  )
}

function PasskeyRow({
  passkey: { passkeyId, name, addedAt, lastUsedAt },
  keepFocus,
  acts,
  form,
  onChanged,
}: {
  passkey: Passkey
  keepFocus: () => void
  acts: PasskeyActs
  form: (form: PasskeyForm) => ReactNode
  onChanged: (text: string) => void
}) {
  const [isNaming, setIsNaming] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const { opener: namer, open: openName, close: closeName } = useOpener(isNaming, setIsNaming)
  const { opener: remover, open: ask, close: keep } = useOpener(isRemoving, setIsRemoving)
  if (isNaming)
    return (
      <li>
        <NameForm
          form={form}
          initial={name}
          button="Save name"
          send={(next) => acts.rename(passkeyId, next)}
          onDone={() => {
            onChanged('Name saved.')
            closeName()
          }}
          onClose={closeName}
        />
      </li>
    )
  if (isRemoving)
    return (
      <li>
        {form({
          button: 'Remove this passkey',
          isDanger: true,
          cancel: 'Keep it',
          fields: [],
          faults: () => ({}),
          send: (proof) => acts.remove(passkeyId, proof),
          onDone: () => {
            keepFocus()
            onChanged(`${name} has been removed.`)
          },
          onClose: keep,
          children: () => (
            <p>
              Remove <strong>{name}</strong>? You won’t be able to sign in with it. Other devices
              that used it will be signed out.
            </p>
          ),
        })}
      </li>
    )
  const about = <span className="visually-hidden"> {name}</span>
  return (
    <li className="devices__one">
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        <p className="small quiet">
          {lastUsedAt === null ? 'Not used yet' : `Last used ${day(lastUsedAt)}`}
        </p>
        <p className="small quiet">Added {day(addedAt)}</p>
      </div>
      <div className="cluster">
        <Button kind="quiet" isSmall ref={namer} onClick={openName}>
          Rename{about}
        </Button>
        <Button kind="quiet" isSmall ref={remover} onClick={ask}>
          Remove{about}
        </Button>
      </div>
    </li>
  )
}

function NameForm({
  form,
  initial,
  hint,
  button,
  send,
  onDone,
  onClose,
}: {
  form: (form: PasskeyForm) => ReactNode
  initial: string
  hint?: string
  button: string
  send: (name: string, proof: Proof) => Promise<Result<unknown>>
  onDone: () => void
  onClose: () => void
}) {
  const [name, setName] = useState(initial)
  return form({
    button,
    fields: ['name'],
    faults: (): Faults =>
      name.trim() === '' ? { name: 'Please enter a name, such as My phone' } : {},
    send: (proof) => send(name.trim(), proof),
    onDone,
    onClose,
    children: ({ faultAt, forget }) => (
      <TextField
        label="Name of this passkey"
        autoComplete="off"
        maxLength={MAX_NAME}
        {...(hint && { hint })}
        value={name}
        error={faultAt('name', 'Name of this passkey')}
        onChange={(text) => {
          setName(text)
          forget('name')
        }}
      />
    ),
  })
}
