// The islands of the purchase page come from one module: each module would be one more request.
export { Journey } from './Journey.tsx'
export { SaveAndExit } from './SaveAndExit.tsx'
