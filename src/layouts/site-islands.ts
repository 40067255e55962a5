// The islands of every page come from one module with what starts an island (scripts/islands.ts), as a module each would be
// one more request.
export { default } from '@astrojs/react/client.js'
export { Chat } from '#islands/chat/Chat.tsx'
export { ActingNotice } from '#islands/menu/ActingNotice.tsx'
export { UserMenu } from '#islands/menu/UserMenu.tsx'
export { Toasts } from '#islands/toasts/Toasts.tsx'
