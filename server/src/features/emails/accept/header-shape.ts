import { z } from 'zod';
import { limits } from '#pure/limits';
import { headerProblem } from '#pure/message';

/** The caller's own headers (D-612, D-613). Why checked before the record: their number is limited, and rules need name and value. */
export const CustomHeaders = z.preprocess(
  (raw, ctx) => {
    if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) checkHeaders(Object.entries(raw), ctx);
    return raw;
  },
  z.record(z.string(), z.string()),
);

function checkHeaders(entries: readonly [string, unknown][], ctx: z.RefinementCtx): void {
  const refuse = (code: string, message: string, ...path: string[]) =>
    ctx.addIssue({ code: 'custom', message, params: { code }, path });
  if (entries.length > limits.headersPerSend) {
    refuse('too_big', `At most ${limits.headersPerSend} headers.`);
    return;
  }
  const seen = new Set<string>();
  let bytes = 0;
  for (const [name, value] of entries) {
    const problem = typeof value === 'string' ? headerProblem(name, value) : notText;
    if (problem) refuse(problem.code, problem.message, name);
    const lower = name.toLowerCase();
    if (seen.has(lower)) refuse('custom', 'The same header stands here twice.', name);
    seen.add(lower);
    bytes += Buffer.byteLength(name) + (typeof value === 'string' ? Buffer.byteLength(value) : 0);
  }
  if (bytes > limits.headerBytesPerSend) refuse('too_big', 'All headers together are at most 16 KB.');
}

const notText = { code: 'invalid_type', message: 'Must be of type string.' };
