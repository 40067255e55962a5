import { aRequest } from '#tests/setup/purchases.ts'
import { type Row, everybody } from './authorization-rows.ts'

/** Expected status of calls that anyone may make. */
export const OPEN: Record<string, Row> = {
  retrieveAndCreateCar: everybody(200, { params: { regNo: 'TOI101' } }),
  findRecalls: everybody(400, { query: { registration: 'TOI101' } }),
  searchAddresses: everybody(200, { query: { q: 'kauri' } }),
  getAddress: everybody(404, { params: { addressId: '1' } }),
  getBuildAndQuoteContent: everybody(200),
  getVariantOption: everybody(200, { params: { option: aRequest().kdcd } }),
  listCountries: everybody(200),
  listDealers: everybody(200),
  listModels: everybody(200),
  listModelDeliveries: everybody(200, { params: { model: 'TN' } }),
  getConfig: everybody(200),
  getCaptchaChallenge: everybody(200),
  getOpenApi: everybody(200),
  listDemoMail: everybody(200),
  tryInLab: everybody(404, { body: { experiment: 'decline' } }),
  getDemoAttachment: everybody(404, { params: { id: 'nothing' } }),
}
