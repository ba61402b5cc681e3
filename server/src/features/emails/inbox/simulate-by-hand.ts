import type { ProjectContext } from '#platform/context';
import { Invalid } from '#platform/refusals';
import type { EmailId } from '../email.ts';
import type { EmailRecord } from '../records/email-record.ts';
import { loadRecords } from '../records/load-records.ts';
import { EmailNotFound } from '../refusals.ts';
import type { SimulatedKind } from '../sandbox/recipes.ts';
import { loadLinks, simulate } from '../sandbox/simulate.ts';
import { requireCaptured } from './find-captured.ts';

/** Simulates one notice about a captured mail; returns the record afterwards. */
export const simulateByHand = (
  ctx: ProjectContext,
  emailId: EmailId,
  { type, link }: { type: SimulatedKind; link: string | undefined },
): Promise<EmailRecord> =>
  ctx.transaction(async (tx) => {
    await requireCaptured(tx, emailId);
    if (type === 'click') {
      const links = (await loadLinks(tx, [emailId])).get(emailId) ?? [];
      if (link === undefined && links.length === 0) throw noSuchLink('This email has no links.');
      if (link !== undefined && !links.includes(link)) throw noSuchLink('This email does not have this link.', link);
    }
    await simulate(tx, [{ emailId, kind: type, link: link ?? null }]);
    const [email] = await loadRecords(tx, [emailId]);
    if (!email) throw EmailNotFound(emailId);
    return email;
  });

const noSuchLink = (message: string, received?: string) =>
  Invalid([{ field: 'link', code: 'custom', message, ...(received === undefined ? {} : { received }) }]);
