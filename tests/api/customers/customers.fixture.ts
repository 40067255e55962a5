export const CUSTOMER = 'customer@demo.example'
export const STAFF = 'staff@demo.example'
export const invalid = (...fields: string[]) => ({ status: 400, code: 'Validation', fields })
