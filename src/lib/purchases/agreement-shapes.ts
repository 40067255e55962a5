import { z } from '#lib/shared/zod.ts'

/** The issued sale agreement of a purchase. */
export const Agreement = z.object({
  agreementId: z.string(),
  purchaseJourneyId: z.string(),
  /** The version of the wording. */
  version: z.string(),
  /** The text that is accepted: parts with an empty line between them, `# ` before a heading, tabs between cells. */
  document: z.string(),
  documentSha256: z.string(),
  issuedAt: z.string(),
  /** `null` until it is accepted. */
  acceptance: z.nullable(
    z.object({
      acceptedAt: z.string(),
      method: z.enum(['TYPED', 'PAPER']),
      /** As it was typed. */
      name: z.nullable(z.string()),
    }),
  ),
  /** The joint buyers who signed it too, in order; left out where none has. */
  jointSignatures: z.optional(z.array(z.object({ name: z.string(), signedAt: z.string() }))),
})
export type Agreement = z.infer<typeof Agreement>
