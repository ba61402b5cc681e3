import { z } from 'zod';

/** Where tests find the notification service: a port on this machine, and the CA of its certificate. */
export const snsStandIn = z
  .string()
  .transform((value, ctx): unknown => {
    try {
      return value === '' ? null : JSON.parse(value);
    } catch {
      ctx.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.strictObject({ port: z.int().min(1).max(65_535), ca: z.string() }).nullable());
