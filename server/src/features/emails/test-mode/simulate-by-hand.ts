import type { ProjectContext } from '#platform/context';
import { Invalid } from '#platform/refusals';
import type { EmailId } from '../email.ts';
import type { EmailRecord } from '../records/email-record.ts';
import { readRecords } from '../records/read-records.ts';
import { EmailNotFound } from '../refusals.ts';
import { findCaptured } from './find-captured.ts';
import type { Simulated } from './recipes.ts';
import { linksOf, simulate } from './simulate.ts';

/** Lets something happen to a captured mail, and answers how it stands then. */
export const simulateByHand = (
  ctx: ProjectContext,
  emailId: EmailId,
  { type, link }: { type: Simulated; link: string | undefined },
): Promise<EmailRecord> =>
  ctx.transaction(async (tx) => {
    await findCaptured(tx, emailId);
    if (type === 'click') {
      const links = (await linksOf(tx, [emailId])).get(emailId) ?? [];
      if (link === undefined && links.length === 0) throw noSuchLink('This email has no links.');
      if (link !== undefined && !links.includes(link)) throw noSuchLink('This email does not have this link.', link);
    }
    await simulate(tx, [{ emailId, kind: type, link: link ?? null }]);
    const [email] = await readRecords(tx, [emailId]);
    if (!email) throw EmailNotFound(emailId);
    return email;
  });

const noSuchLink = (message: string, received?: string) =>
  Invalid([{ field: 'link', code: 'custom', message, ...(received === undefined ? {} : { received }) }]);
