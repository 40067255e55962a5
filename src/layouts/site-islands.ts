// The islands of every page come from one module, as a module each would be one more request for 45 bytes.
export { Chat } from '#islands/chat/Chat.tsx'
export { ActingNotice } from '#islands/menu/ActingNotice.tsx'
export { UserMenu } from '#islands/menu/UserMenu.tsx'
export { Toasts } from '#islands/toasts/Toasts.tsx'
