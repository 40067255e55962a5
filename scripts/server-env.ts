/** What the server's process is started with, where nothing else is set. docs/operations.md has the same for systemd. */
export const SERVER_ENV = {
  // What a password is hashed in, 19 MB, would stay with each of four threads: 290 MB under load instead of 170.
  MALLOC_ARENA_MAX: '1',
  // What Node made of the server is kept: without it every start would compile it again.
  NODE_COMPILE_CACHE: 'node_modules/.cache/forecourt',
}
