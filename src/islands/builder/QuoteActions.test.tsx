// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, test } from 'vitest'
import { keepPendingAction, readPendingAction } from '#stores/sign-in/pending-action.ts'
import { $signInPrompt } from '#stores/sign-in/sign-in-prompt.ts'
import { server, container, root, open, press, settle, signInMia } from './Builder.fixture.tsx'

describe('saving', () => {
  test('asks a visitor to sign in, and goes on once they have', async () => {
    await open('?kdcd=TN27H-A&colour=WHP')
    await press('Save quote')
    expect($signInPrompt.get()).toContain('We’ve kept your choices.')
    expect(server.asked).not.toContain('POST /quote/save')

    await act(async () => signInMia())
    await settle()
    expect(server.asked).toContain('POST /quote/save')
    expect(container.textContent).toContain('Quote saved.')
    expect(location.search).toContain('colour=WHP')
  })

  test('and emailing continue after an account is created on its own page', async () => {
    await open('?kdcd=TN27H-A&colour=WHP&interior=CLB&accessories=&pay=CASH')
    await press('Email quote')
    const pending = readPendingAction()
    expect(pending).toEqual({ act: 'email', query: location.search })
    await act(async () => root?.unmount())

    signInMia()
    keepPendingAction(pending)
    await open(pending?.query)
    await settle()
    expect(server.asked).toContain('POST /quote/save')
    expect(server.asked).toContain('POST /quote/email')
    expect(readPendingAction()).toBeNull()
  })

  test.each([
    ['no one has signed in', false, '?kdcd=TN27H-A&colour=WHP&interior=CLB&pay=CASH'],
    ['another car is opened', true, '?kdcd=TN27H-A&colour=BLD&interior=CLB&pay=CASH'],
  ])('is forgotten where %s', async (_, isSignedIn, search) => {
    keepPendingAction({ act: 'save', query: '?kdcd=TN27H-A&colour=WHP&interior=CLB&pay=CASH' })
    if (isSignedIn) signInMia()
    await open(search)
    await settle()
    expect(server.asked).not.toContain('POST /quote/save')
    expect(readPendingAction()).toBeNull()
  })

  test('works at once for a customer', async () => {
    signInMia()
    await open('?kdcd=TN27H-A')
    await press('Save quote')
    await settle()
    expect($signInPrompt.get()).toBeNull()
    expect(server.asked).toContain('POST /quote/save')
  })
})
