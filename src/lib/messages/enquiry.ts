import type { Message } from '#lib/customers/shapes.ts'
import { formatWeekday } from '#lib/shared/weekdays.ts'

/** The kinds of enquiry, and the details that each needs. */
export type EnquiryKind = 'ENQUIRY' | 'TESTDRIVE'

type Detail = 'phone' | 'modelCode' | 'outletCode' | 'day' | 'time' | 'message'

const NEEDED: Record<EnquiryKind, readonly Detail[]> = {
  ENQUIRY: ['message'],
  TESTDRIVE: ['phone', 'modelCode', 'outletCode', 'day', 'time'],
}

/** How many days ahead a test drive can be requested. */
export const TEST_DRIVE_DAYS = 28

/** The details that a kind of enquiry needs and that are empty. */
export const missingDetails = (
  enquiry: { kind: EnquiryKind } & { readonly [D in Detail]?: string },
): Detail[] => NEEDED[enquiry.kind].filter((detail) => !enquiry[detail])

/** The names of the parts of a day. */
export const TIME_NAMES = {
  MORNING: 'in the morning',
  AFTERNOON: 'in the afternoon',
  ANY: 'at any time',
} as const
export type WishedTime = keyof typeof TIME_NAMES

const KIND_NAMES: Record<Message['kind'], string> = {
  MESSAGE: 'Message',
  ENQUIRY: 'Enquiry',
  TESTDRIVE: 'Test drive',
}

/** The name of a kind of message, for staff. */
export const kindName = (kind: Message['kind']): string => KIND_NAMES[kind]

/** A wished time in words: `Saturday 28 November, in the morning`. */
export const wishedWords = ({ day, time }: { day: string; time: WishedTime }): string =>
  `${formatWeekday(day)}, ${TIME_NAMES[time]}`
