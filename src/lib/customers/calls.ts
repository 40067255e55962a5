import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { CustomerSearchField, CustomerType, WebAccountStatus } from '#lib/codes.ts'
import { Customer } from './shapes.ts'
import { customerNumber, emailAddress, text } from '#lib/shared/input.ts'
import { CustomerChange, NewCustomer } from '#lib/customers/forms.ts'
import { OpenRecall } from '#lib/vehicles/recall-shapes.ts'

const params = z.object({ id: customerNumber })

export const createCustomer = endpoint({
  name: 'createCustomer',
  summary:
    'Creates an account and emails it a code. The response is the same if the address already has an account.',
  method: 'POST',
  path: '/customers',
  who: 'anyone',
  body: NewCustomer,
  ok: 201,
  answer: null,
  isIdempotent: true,
  needsCaptcha: true,
})

export const getCustomer = endpoint({
  name: 'getCustomer',
  summary: 'Returns a customer.',
  method: 'GET',
  path: '/customer/:id',
  who: { owner: 'customer', staff: 'customers', machine: 'customers:read' },
  params,
  ok: 200,
  answer: Customer,
})

export const updateCustomer = endpoint({
  name: 'updateCustomer',
  summary: 'Changes a customer’s name, phones, address, company or marketing consent.',
  method: 'PATCH',
  path: '/customer/:id',
  who: { owner: 'customer', staff: 'customers', machine: 'customers:write' },
  params,
  body: CustomerChange,
  ok: 200,
  answer: Customer,
})

export const changeWebAccountEmail = endpoint({
  name: 'changeWebAccountEmail',
  summary:
    'Requests a new email address for the account. We email the old address, and the new one applies once the code sent to it is verified.',
  method: 'PATCH',
  path: '/customer/:id/change-web-account-email',
  who: { owner: 'customer', refusal: 'Only the customer can change the address of the account.' },
  params,
  body: z.strictObject({
    email: emailAddress,
    currentPassword: z.optional(z.string().check(z.maxLength(256))),
  }),
  ok: 200,
  answer: Customer,
  errors: [404],
})

export const verifyWebAccountEmail = endpoint({
  name: 'verifyWebAccountEmail',
  summary: 'Verifies the new address of the account with the code sent to it.',
  method: 'POST',
  path: '/customer/:id/change-web-account-email/verify',
  who: { owner: 'customer', refusal: 'Only the customer can change the address of the account.' },
  params,
  body: z.strictObject({ code: text(6) }),
  ok: 200,
  answer: Customer,
  errors: [409],
  isIdempotent: true,
})

export const createWebAccount = endpoint({
  name: 'createWebAccount',
  summary: 'Creates a web account for an existing customer.',
  method: 'POST',
  path: '/customer/:id/create-web-account',
  who: { owner: 'customer', staff: 'customers', machine: 'customers:write' },
  params,
  body: z.strictObject({ email: emailAddress }),
  ok: 200,
  answer: z.object({ webAccountStatus: WebAccountStatus }),
  errors: [409, 422],
  isIdempotent: true,
})

export const getOwnerships = endpoint({
  name: 'getOwnerships',
  summary: 'Lists the vehicles a customer owns.',
  method: 'GET',
  path: '/customer/:id/ownerships',
  who: { owner: 'customer', staff: 'customers', machine: 'customers:read' },
  params,
  ok: 200,
  answer: z.object({
    customer: Customer,
    ownershipBasicInfos: z.array(
      z.object({
        car: z.object({
          registration: z.string(),
          make: z.object({ description: z.string() }),
          model: z.object({ description: z.string() }),
          year: z.int(),
          /** Whether it has no engine; `null` where the model exists with and without one. */
          isElectric: z.nullable(z.boolean()),
          /** The compulsory ones first. */
          openRecalls: z.optional(z.array(OpenRecall)),
        }),
      }),
    ),
  }),
})

export const searchCustomers = endpoint({
  name: 'searchCustomers',
  summary: 'Finds customers by name, registration, phone or email.',
  method: 'GET',
  path: '/customers/search',
  who: { staff: 'customers', machine: 'customers:read', audit: 'each call' },
  query: z.strictObject({ search: text(100), where: CustomerSearchField }),
  ok: 200,
  answer: z.object({
    customers: z.array(
      z.object({
        id: z.int(),
        customerType: CustomerType,
        name: z.object({ firstName: z.string(), lastName: z.string() }),
        companyName: z.optional(z.string()),
        email: z.string(),
        mobilePhone: z.nullable(z.string()),
        homePhone: z.nullable(z.string()),
        workPhone: z.nullable(z.string()),
        webAccountStatus: WebAccountStatus,
        registrations: z.array(z.string()),
      }),
    ),
    truncated: z.boolean(),
  }),
})
