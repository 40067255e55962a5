import type { OpenPlace } from '#lib/service/opening-hours.ts'

/** A model to choose, passed to the form at build. */
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

/** The fields of the form, empty at first. */
export const EMPTY = {
  name: '',
  email: '',
  phone: '',
  modelCode: '',
  outletCode: '',
  day: '',
  time: '',
  message: '',
}
export type Typed = typeof EMPTY
