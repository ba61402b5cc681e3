import type { ProjectContext } from '#platform/context';
import { Invalid } from '#platform/refusals';
import type { EmailId } from '../email.ts';
import { trackedUrls } from '../links/tracked-urls.ts';
import type { EmailRecord } from '../records/email-record.ts';
import { findBody } from '../records/find-body.ts';
import { loadRecords } from '../records/load-records.ts';
import { EmailNotFound } from '../refusals.ts';
import type { SimulatedKind } from '../sandbox/recipes.ts';
import { simulate } from '../sandbox/simulate.ts';
import { requireCaptured } from './find-captured.ts';

/** Simulates one notice about a captured mail; returns the record afterwards. A click without a link is on the first one. */
export async function simulateByHand(
  ctx: ProjectContext,
  emailId: EmailId,
  { type, link }: { type: SimulatedKind; link: string | undefined },
): Promise<EmailRecord> {
  await ctx.read((reader) => requireCaptured(reader, emailId));
  const clicked = type === 'click' ? await findLink(ctx, emailId, link) : null;
  return ctx.transaction(async (tx) => {
    await simulate(tx, [{ emailId, kind: type, link: clicked }]);
    const [email] = await loadRecords(tx, [emailId]);
    if (!email) throw EmailNotFound(emailId);
    return email;
  });
}

/** A link of the mail as its recipient has it: one that a template makes for each of them is among them. */
async function findLink(ctx: ProjectContext, emailId: EmailId, wanted: string | undefined): Promise<string> {
  const links = trackedUrls(ctx.config, (await findBody(ctx, emailId))?.html ?? '');
  const [first] = links;
  if (first === undefined) throw noSuchLink('This email has no links.', wanted);
  if (wanted !== undefined && !links.includes(wanted)) throw noSuchLink('This email does not have this link.', wanted);
  return wanted ?? first;
}

const noSuchLink = (message: string, received?: string) =>
  Invalid([{ field: 'link', code: 'custom', message, ...(received === undefined ? {} : { received }) }]);
