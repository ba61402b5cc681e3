import { z } from 'zod';
import { defineStreamRoute } from '#platform/http';
import { limits } from '#pure/limits';
import { followProject } from './follow-project.ts';

const max = limits.streamSeconds;

/** Why not clamped, and nothing else for what is not understood: a caller that waits for the end would wait for long. */
const seconds = z
  .string()
  .optional()
  .transform((text, ctx): number => {
    if (text === undefined) return max;
    if (/^\d{1,3}$/.test(text) && Number(text) <= max) return Number(text);
    ctx.addIssue({ code: 'custom', message: `not a whole number up to ${max}` });
    return z.NEVER;
  })
  .meta({ type: 'integer', default: max, minimum: 0, maximum: max });

export const stream = defineStreamRoute({
  method: 'GET',
  path: '/stream',
  summary: 'What happens in the project, as it happens',
  description:
    'Server-sent events: `activity`, `email`, `campaign`, `job`, `domain`, `more` (so many items were left out) and `reset` (read again). A reader that comes back sends `Last-Event-ID` and misses nothing.',
  access: 'secret',
  query: z.object({ seconds }),
  replies: { 200: z.string() },
  run: (ctx, { query, lastEventId, stream: open }) => followProject(ctx, { ...query, stream: open, lastEventId }),
});
