import { z } from 'zod';
import { checkNames, checkResults, type Why } from './why.ts';

export const WhyReply = z
  .object({
    received: z.boolean(),
    answer: z.string(),
    emailId: z.uuid().nullable(),
    checks: z.array(
      z.object({
        check: z.enum(checkNames),
        result: z.enum(checkResults),
        message: z.string(),
        path: z.string().nullable(),
        actual: z.unknown(),
      }),
    ),
  })
  .meta({ id: 'Why' });

export const toWhyReply = ({ checks, ...why }: Why): z.output<typeof WhyReply> => ({
  ...why,
  checks: checks.map(({ check, result, message, path, actual }) => ({ check, result, message, path, actual })),
});
