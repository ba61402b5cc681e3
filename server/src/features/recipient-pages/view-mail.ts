import { findBody } from '#features/emails';
import { type Answer, answer } from '#platform/http';
import type { PageCall } from '#platform/identity';
import { manage } from './pages.ts';
import { BodyGone } from './refusals.ts';
import { commonHeaders, replyTo, wantsJson } from './replies.ts';
import type { Visitor } from './visitor.ts';

/** The customer's own content: any style, no script, and no requests but for pictures and fonts. */
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; font-src https:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** The stored body, without tracking: no pixel, and links with their original targets. */
export async function viewMail(call: PageCall, visitor: Visitor): Promise<Answer> {
  if (wantsJson(call)) {
    const state = visitor.contact?.subscribed ?? false;
    return replyTo(call, visitor, state, manage(call, visitor, state));
  }
  const body = await bodyOf(visitor);
  if (body === null) throw BodyGone();
  return answer(200, body.content, {
    ...commonHeaders,
    'content-type': `${body.type}; charset=utf-8`,
    'content-security-policy': mailPolicy,
  });
}

async function bodyOf({ project, emailId }: Visitor): Promise<{ content: string; type: string } | null> {
  if (!project || emailId === null) return null;
  const body = await findBody(project.ctx, emailId);
  if (body && body.html !== null) return { content: body.html, type: 'text/html' };
  return body && body.text !== null ? { content: body.text, type: 'text/plain' } : null;
}
