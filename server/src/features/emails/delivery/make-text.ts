import type { RenderFailure } from '#platform/rendering';
import type { ClaimEnding } from '#platform/spool';
import { type ClaimedMail, endClaim } from './claimed-mail.ts';
import type { Mail } from './mail.ts';
import { mayLeave } from './may-leave.ts';
import { withhold } from './withhold.ts';

/** The mail with its content, or how its claim has ended. */
export type MadeText =
  | { readonly kind: 'ready'; readonly mail: Mail }
  | { readonly kind: 'over'; readonly ending: ClaimEnding };

/** A mail of a shared text gets its own subject and body; any other has them. */
export async function makeText(claimed: ClaimedMail): Promise<MadeText> {
  const { ctx, mail, tools } = claimed;
  if (mail.shared === null) return { kind: 'ready', mail };
  const { textId, values, renderedAt } = mail.shared;
  const { handle } = mail.project;
  const made = await tools.texts.render(ctx, textId, { ...mail, handle, values, renderedAt });
  if (made?.rendering.kind === 'rendered') {
    const { subject, html, text, unsubscribeUrl } = made.rendering;
    const { tracksOpens, tracksClicks } = made.text;
    const content = { html, text, headers: {}, attachments: [], unsubscribeUrl, tracksOpens, tracksClicks };
    return { kind: 'ready', mail: { ...mail, subject, content } };
  }
  if (made?.rendering.kind === 'skipped') return { kind: 'over', ending: { afterSeconds: 1 } };
  const failure = made?.rendering.failure ?? textGone;
  return { kind: 'over', ending: await tools.texts.inTurn(textId, () => fail(claimed, failure)) };
}

const textGone: RenderFailure = { field: 'body', line: null, message: 'The text is no longer stored.' };

/**
 * Failures of one text are recorded one after the other, and each is checked again before. So a text that fails every time stops its
 * campaign after a few mails, and the others that had been claimed with them wait instead of failing.
 */
async function fail(claimed: ClaimedMail, failure: RenderFailure): Promise<ClaimEnding> {
  const { ctx, claim, mail, tools } = claimed;
  const now = await tools.load(ctx, claim.id);
  if (!now) return 'done';
  const verdict = mayLeave(now.facts);
  if (verdict.kind !== 'go') return withhold({ ...claimed, mail: now }, verdict);
  ctx.log.error({ emailId: mail.id, campaignId: mail.campaignId, ...failure }, 'mail cannot be rendered');
  const closure = { status: 'FAILED', reason: 'RENDER_FAILED' } as const;
  return endClaim(claimed, { kind: 'closed', closure, error: failure.message, failure });
}
