import { z } from 'zod';
import { Instant, instant } from '#platform/http';
import { type Finding, type FindingCode, findingFields, levels } from './finding.ts';
import type { Preflight } from './preflight-campaign.ts';

const codes = Object.keys(levels) as [FindingCode, ...FindingCode[]]; // the keys of that table

const FindingReply = z
  .object({
    code: z.enum(codes),
    message: z.string(),
    field: z.enum(findingFields).nullable(),
    line: z.int().nullable(),
    column: z.int().nullable(),
    count: z.int().nullable().meta({ description: 'How many contacts it is about.' }),
    sample: z.array(z.object({ id: z.uuid(), email: z.string() })),
    fix: z
      .discriminatedUnion('action', [
        z.object({ action: z.literal('add_fallback'), variable: z.string() }),
        z.object({ action: z.literal('open_domain'), domainId: z.uuid() }),
        z.object({ action: z.literal('add_domain'), domain: z.string() }),
        z.object({ action: z.literal('open_campaign'), campaignId: z.uuid() }),
        z.object({ action: z.literal('choose_audience') }),
      ])
      .nullable(),
  })
  .meta({ id: 'PreflightFinding' });

const count = z.int().nullable();

export const PreflightReply = z
  .object({
    ready: z.boolean(),
    complete: z.boolean().meta({ description: 'False while the audience is counted in the background: ask again.' }),
    checkedAt: Instant,
    recipients: z
      .object({ audience: count, willReceive: count, unsubscribed: count, suppressed: count, excluded: count })
      .meta({ description: 'Null where nothing was counted.' }),
    estimatedSeconds: count,
    blocks: z.array(FindingReply),
    warnings: z.array(FindingReply),
    notes: z.array(FindingReply),
  })
  .meta({ id: 'Preflight' });

export function toPreflightReply(preflight: Preflight): z.output<typeof PreflightReply> {
  const { isComplete, checkedAt, figures, estimatedSeconds, findings } = preflight;
  const at = (level: 'block' | 'warning' | 'note') =>
    findings.filter(({ code }) => levels[code] === level).map(toFindingReply);
  const blocks = at('block');
  return {
    ready: blocks.length === 0 && isComplete,
    complete: isComplete,
    checkedAt: instant(checkedAt),
    recipients: {
      audience: figures?.audience ?? null,
      willReceive: figures?.willReceive ?? null,
      unsubscribed: figures?.unsubscribed ?? null,
      suppressed: figures?.suppressed ?? null,
      excluded: figures?.excluded ?? null,
    },
    estimatedSeconds,
    blocks,
    warnings: at('warning'),
    notes: at('note'),
  };
}

const toFindingReply = ({ sample, ...rest }: Finding): z.output<typeof FindingReply> => ({
  ...rest,
  sample: [...sample],
});
