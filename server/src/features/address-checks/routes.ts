import { z } from 'zod';
import { Address, defineRoute } from '#platform/http';
import { reasons } from './address-verdict.ts';
import { checkAddress } from './check-address.ts';

const AddressVerdictReply = z.object({
  email: z.string(),
  valid: z.boolean(),
  isDisposable: z.boolean(),
  isAlias: z.boolean(),
  isTypo: z.boolean(),
  suggestedEmail: z.string().optional(),
  isPlusAddressed: z.boolean(),
  isPersonalEmail: z.boolean(),
  domainExists: z.boolean(),
  hasWebsite: z.boolean(),
  hasMxRecords: z.boolean(),
  reasons: z.array(z.enum(reasons)),
});

export const verify = defineRoute({
  method: 'POST',
  path: '/v1/verify',
  summary: 'Find out whether mail can reach an address',
  access: 'secret',
  body: z.object({ email: Address }),
  replies: { 200: z.object({ success: z.literal(true), data: AddressVerdictReply }) },
  async run(ctx, { body }) {
    return { success: true, data: await checkAddress(ctx, body.email) };
  },
});
