// The islands of the customer's page come from one module: each module would be one more request.
export { Account } from '#islands/account/Account.tsx'
export { ServiceBookings } from '#islands/service/ServiceBookings.tsx'
