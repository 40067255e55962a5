/** Default environment variables of the server's process. docs/operations.md has the same for systemd. */
export const SERVER_ENV = {
  // Otherwise each of four threads keeps the 19 MB of hashing a password: 290 MB under load instead of 170.
  MALLOC_ARENA_MAX: '1',
  // Caches Node's compiled code, so that not every start compiles it again.
  NODE_COMPILE_CACHE: 'node_modules/.cache/forecourt',
}
