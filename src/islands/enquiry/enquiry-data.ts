import type { OpenPlace } from '#lib/service/opening-hours.ts'

/** What the form is told at build. */
export interface EnquiryModel {
  code: string
  slug: string
  name: string
}
export interface EnquiryDealer extends OpenPlace {
  outletCode: string
  slug: string
  name: string
  city: string
}

/** What is typed or chosen; empty until then. */
export const NOTHING = {
  name: '',
  email: '',
  phone: '',
  modelCode: '',
  outletCode: '',
  day: '',
  time: '',
  message: '',
}
export type Typed = typeof NOTHING
