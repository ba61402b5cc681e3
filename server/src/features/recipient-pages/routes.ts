import { z } from 'zod';
import { definePageRoute } from '#platform/http';
import { changeSubscription } from './change-subscription.ts';
import { askToSubscribe, askToUnsubscribe, manage, subscribed, unsubscribed } from './pages.ts';
import { readForm } from './read-form.ts';
import { BodyGone, ChoiceNotUnderstood, LinkIncomplete } from './refusals.ts';
import { accepts, plainText, refusalPage, replyTo, VisitorReply, wantsJson } from './replies.ts';
import { viewMail } from './view-mail.ts';
import { findVisitor } from './visitor.ts';

const params = z.object({ token: z.string().meta({ description: 'Signed; stands in mails.' }) });
const page = {
  params,
  replies: { 200: z.string() },
  produces: 'text/html',
  otherwise: { 'application/json': VisitorReply },
  refuses: [LinkIncomplete],
  refusalPage,
} as const;

export const unsubscribePage = definePageRoute({
  ...page,
  method: 'GET',
  path: '/u/:token',
  summary: 'Page that asks whether to unsubscribe; changes nothing',
  async run(call, { params: { token } }) {
    const visitor = await findVisitor(call, token, 'unsubscribe');
    return replyTo(call, visitor, visitor.contact?.subscribed ?? false, askToUnsubscribe(visitor));
  },
});

/** RFC 8058: no cookie, no redirect, no question, whatever the body says (D-651). */
export const unsubscribe = definePageRoute({
  ...page,
  method: 'POST',
  path: '/u/:token',
  otherwise: { ...page.otherwise, 'text/plain': z.literal('Unsubscribed') },
  summary: 'Unsubscribe at once, by button or by one click in a mail program',
  async run(call, { params: { token }, text }) {
    const visitor = await findVisitor(call, token, 'unsubscribe');
    const oneClick = readForm(call.header('content-type'), text, 'List-Unsubscribe') === 'One-Click';
    await changeSubscription(visitor, false, oneClick ? 'one_click' : 'link');
    if (!wantsJson(call) && !accepts(call.header, 'text/html')) return plainText('Unsubscribed');
    return replyTo(call, visitor, false, unsubscribed(call, visitor));
  },
});

export const subscribePage = definePageRoute({
  ...page,
  method: 'GET',
  path: '/s/:token',
  summary: 'Page that asks whether to subscribe; changes nothing',
  async run(call, { params: { token } }) {
    const visitor = await findVisitor(call, token, 'subscribe');
    return replyTo(call, visitor, visitor.contact?.subscribed ?? false, askToSubscribe(visitor));
  },
});

export const subscribe = definePageRoute({
  ...page,
  method: 'POST',
  path: '/s/:token',
  summary: 'Subscribe',
  async run(call, { params: { token } }) {
    const visitor = await findVisitor(call, token, 'subscribe');
    await changeSubscription(visitor, true, 'link');
    return replyTo(call, visitor, visitor.contact !== null, subscribed(call, visitor));
  },
});

export const managePage = definePageRoute({
  ...page,
  method: 'GET',
  path: '/m/:token',
  summary: 'Page that shows the subscription with a switch; changes nothing',
  async run(call, { params: { token } }) {
    const visitor = await findVisitor(call, token, 'manage');
    const state = visitor.contact?.subscribed ?? visitor.isPreview;
    return replyTo(call, visitor, state, manage(call, visitor, state));
  },
});

export const manageSubscription = definePageRoute({
  ...page,
  method: 'POST',
  path: '/m/:token',
  summary: 'Change the subscription: field subscribed, true or false',
  refuses: [LinkIncomplete, ChoiceNotUnderstood],
  async run(call, { params: { token }, text }) {
    const visitor = await findVisitor(call, token, 'manage');
    const choice = readForm(call.header('content-type'), text, 'subscribed');
    if (choice !== 'true' && choice !== 'false') throw ChoiceNotUnderstood();
    await changeSubscription(visitor, choice === 'true', 'manage');
    return replyTo(call, visitor, choice === 'true', manage(call, visitor, choice === 'true'));
  },
});

export const viewPage = definePageRoute({
  ...page,
  method: 'GET',
  path: '/v/:token',
  summary: 'The mail as it was sent, in a browser; not tracked',
  otherwise: { ...page.otherwise, 'text/plain': z.string() },
  refuses: [LinkIncomplete, BodyGone],
  async run(call, { params: { token } }) {
    return viewMail(call, await findVisitor(call, token, 'view'));
  },
});
