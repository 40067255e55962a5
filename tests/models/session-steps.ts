import { unlessRefused } from '#tests/setup/direct-calls.ts'
import { expect } from 'vitest'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { askForEmailChange, changePassword, proveEmailChange } from '#server/customers/accounts.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import {
  completePasswordReset,
  startPasswordReset,
} from '#server/sign-in/passwords/password-reset.ts'
import { endSession, refreshSession } from '#server/sign-in/sessions.ts'
import { newSignInLink, signInByLink } from '#server/sign-in/sign-in-links.ts'
import { sendSignInCode, signIn } from '#server/sign-in/sign-in.ts'
import { RIGHT_CAPTCHA } from '#tests/setup/people.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'
import type { Command } from './session-commands.ts'
import { ADDRESSES, IP, type Shop, type Walk } from './session-walk.ts'

const TAKEN = ADDRESSES[3]
const STAFF = 'staff@demo.example'

/** Does at the server and in the model what a command says, and compares what comes of it. */
export async function take(
  { db, deps, clock, customerId }: Shop,
  walk: Walk,
  step: Command,
): Promise<void> {
  const { model, tokens, links, mailed } = walk
  const { newest, addressOf, sentFor, wrongDigits, nextPassword } = walk
  const { hold, readMail, shown, present, check } = walk
  switch (step.do) {
    case 'sign in': {
      const username = addressOf(step.at)
      const password = {
        password: model.password ?? SAMPLE_PASSWORD,
        'old password': 'a password from before',
        'wrong code': wrongDigits(),
      }[step.with]
      const given = await signIn(deps, { username, password, userAgent: 'here', ip: IP })
      const isIn =
        step.with === 'wrong code'
          ? model.signInByCode(username, 'wrong')
          : model.signInByPassword(username, password)
      return hold(given, 'CUSTOMER', isIn)
    }
    case 'sign in by code': {
      const code = sentFor('SIGN_IN', step.n)
      if (!code) return
      const username = addressOf(step.at)
      const password = mailed.get(code)!.digits
      const given = await signIn(deps, { username, password, userAgent: 'here', ip: IP })
      return hold(given, 'CUSTOMER', model.signInByCode(username, code))
    }
    case 'staff sign in': {
      const asked = { username: STAFF, password: SAMPLE_PASSWORD, userAgent: 'here', ip: IP }
      return hold(await signIn(deps, asked), 'STAFF', true)
    }
    case 'ask for a code': {
      const address = addressOf(step.at)
      await sendSignInCode(deps, address, { ip: IP, captchaToken: RIGHT_CAPTCHA })
      return readMail(model.askForSignInCode(address))
    }
    case 'start a reset': {
      const address = addressOf(step.at)
      await startPasswordReset(deps, address, IP)
      return readMail(
        model.codes.ask(address, 'RESET', address === model.address && model.takesCodes),
      )
    }
    case 'reset': {
      const by = sentFor('RESET', step.n)
      if (!by) return
      const { digits, link } = mailed.get(by)!
      const code = { code: digits, link: decodeURIComponent(link), wrong: wrongDigits() }[step.with]
      const newPassword = nextPassword()
      const email = by.address
      const done = await unlessRefused(
        completePasswordReset(deps, { email, code, newPassword }).then(() => true),
      )
      expect(done ?? false).toBe(model.reset(email, by, step.with, newPassword))
      await db.deleteFrom('outbox').execute()
      return
    }
    case 'link': {
      const token = await transact(deps, (trx) => newSignInLink(deps, trx, customerId))
      const link = { createdAt: clock.atMs, isUsed: false }
      model.links.push(link)
      links.push({ model: link, token })
      return
    }
    case 'sign in by link': {
      const link = newest(links, step.n)
      if (!link) return
      const given = await signInByLink(deps, link.token, 'here', IP)
      return hold(given, 'CUSTOMER', model.signInByLink(link.model))
    }
    case 'refresh': {
      const held = newest(tokens, step.n)
      if (!held) return
      const browser = step.isElsewhere ? 'elsewhere' : 'here'
      const given = await refreshSession(deps, held.refresh_token, browser, IP)
      const generation = model.refresh(held.session, held.generation, browser)
      expect(given !== null).toBe(generation !== null)
      if (!given || generation === null) return
      const left = held.session.rotatedAt + 15 * MINUTE_MS - clock.atMs
      expect(given.expires_in).toBe(Math.max(1, Math.floor(left / 1000)))
      const known = tokens.find(
        (other) => other.session === held.session && other.generation === generation,
      )
      // A repeat gets the same answer.
      if (known)
        expect([given.access_token, given.refresh_token]).toEqual([
          known.access_token,
          known.refresh_token,
        ])
      else tokens.push({ ...given, session: held.session, generation })
      return
    }
    case 'use': {
      const held = newest(tokens, step.n)
      if (held) await check(held)
      return
    }
    case 'revoke':
    case 'revoke by refresh token': {
      const held = newest(tokens, step.n)
      if (!held) return
      await endSession(deps, step.do === 'revoke' ? held.access_token : held.refresh_token)
      held.session.isRevoked = true
      return
    }
    case 'change password': {
      const who = present(step.n)
      if (!who) return
      const { said, meant } = shown(step.proof)
      const newPassword = nextPassword()
      const type = model.password === null ? 'NEW_ACCOUNT' : 'CHANGE_PASSWORD'
      const body = { type, newPassword, currentPassword: said } as const
      const done = await unlessRefused(changePassword(deps, who.caller, body).then(() => true))
      expect(done ?? false).toBe(model.changePassword(who.session, meant, newPassword))
      await db.deleteFrom('outbox').execute()
      return
    }
    case 'ask for another address': {
      const who = present(step.n)
      if (!who) return
      const { said, meant } = shown(step.proof)
      const email = ADDRESSES[step.to]!
      const done = await unlessRefused(
        askForEmailChange(deps, who.caller, { email, currentPassword: said }),
      )
      const expected = model.askForAddress(who.session, meant, email, email !== TAKEN)
      expect(done === null).toBe(expected === 'refused')
      return readMail(expected === 'refused' ? null : expected)
    }
    case 'prove the address': {
      const who = present(step.n)
      const code = sentFor('EMAIL', 0)
      if (!who) return
      const typed = step.isRight && code ? code : 'wrong'
      const digits = typed === 'wrong' ? wrongDigits() : mailed.get(typed)!.digits
      const done = await unlessRefused(proveEmailChange(deps, who.caller, digits))
      expect(done !== null).toBe(model.proveAddress(who.session, typed))
      await db.deleteFrom('outbox').execute()
      return
    }
    case 'status':
      await db
        .updateTable('customer')
        .set({ web_account_status: step.status })
        .where('id', '=', customerId)
        .execute()
      model.status = step.status
      return
    case 'wait':
      return clock.advance(step.ms)
    case 'wait until':
      clock.advance(Math.max(0, (model.edge(step.edge) ?? 0) + step.byMs - clock.atMs))
  }
}
