export const PASSWORD_HINT = 'At least 15 characters. A few words are easy to remember.'
