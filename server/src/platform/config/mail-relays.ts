import { z } from 'zod';

const common = { ratePerSecond: z.number().positive().optional(), ca: z.string().optional() };

const smtp = z.strictObject({
  kind: z.literal('smtp').default('smtp'),
  url: z.string().regex(/^smtps?:\/\/./, 'must be smtp://host:port or smtps://host:port'),
  ehloName: z
    .string()
    .regex(/^[A-Za-z0-9.[\]:-]+$/)
    .optional(),
  /** The relay signs for the sender's domain itself. */
  signs: z.boolean().optional(),
  ...common,
});

const ses = z.strictObject({
  kind: z.literal('ses'),
  region: z.string().regex(/^[a-z0-9-]+$/),
  configurationSet: z.string().optional(),
  accessKeyId: z.string().optional(),
  secretAccessKey: z.string().optional(),
  endpoint: z.url().optional(),
  ...common,
});

const relay = z.union([ses, smtp]);

/** A mail relay as an operator configures it. */
export type RelaySetting = z.output<typeof relay>;

/** Relays in order, from JSON text or, for SMTP, from a plain list of addresses. */
export const mailRelays = z
  .string()
  .transform((value, ctx): unknown => {
    const text = value.trim();
    if (!text.startsWith('[')) return text === '' ? [] : text.split(/[\s,]+/).map((url) => ({ kind: 'smtp', url }));
    try {
      return JSON.parse(text);
    } catch {
      ctx.addIssue({ code: 'custom', message: 'must be a JSON array, or addresses separated by commas' });
      return z.NEVER;
    }
  })
  .pipe(z.array(relay));
