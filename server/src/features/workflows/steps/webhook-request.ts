import type { Contact } from '#features/contacts';
import type { ProjectContext } from '#platform/context';
import { version } from '#platform/version';
import type { JsonObject, JsonValue } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import type { Happening, StepError, WebhookConfig } from '#pure/workflow-graph';
import { textsIn, withTexts } from '../rendered-texts.ts';
import { renderError } from './step-error.ts';
import type { TextScope } from './values-of.ts';

/** The request of a WEBHOOK step, without its signature: every attempt sends these bytes (D-938). */
export interface WebhookRequest {
  readonly url: string;
  readonly method: WebhookConfig['method'];
  readonly headers: Readonly<Record<string, string>>;
  /** Null: none, with GET. */
  readonly body: Buffer | null;
}

/** What the default payload tells about the step (D-915). */
export interface WebhookSubject {
  readonly contact: Pick<Contact, 'id' | 'email' | 'subscribed' | 'data'>;
  readonly workflow: { readonly id: string; readonly name: string };
  readonly step: { readonly id: string; readonly name: string };
  readonly execution: { readonly id: string; readonly startedAt: Date };
  readonly context: JsonObject;
}

/** Makes the request of a WEBHOOK step, or says why there is none. The caller feeds `refusedCall` then. */
export async function makeWebhookRequest(
  { rendering }: Pick<ProjectContext, 'rendering'>,
  config: WebhookConfig,
  subject: WebhookSubject,
  scope: TextScope,
): Promise<WebhookRequest | StepError> {
  const parts = { url: config.url, headers: { ...config.headers }, body: config.method === 'GET' ? null : config.body };
  const result = await rendering.renderTexts({ texts: textsIn(parts).map(({ text }) => text), ...scope });
  if (result.kind === 'failed') return renderError(result);
  const { url, headers, body } = withTexts<typeof parts>(parts, result.texts);
  const request: WebhookRequest = {
    url: printable(url),
    method: config.method,
    headers: headersOf(headers, config.method),
    body: config.method === 'GET' ? null : bodyOf(body ?? defaultPayload(subject, scope.now)),
  };
  return problemOf(request, config) ?? request;
}

/** What happens to a step whose request cannot be made: a call that failed for good, so `onFailure` decides (D-917). */
export const refusedCall = (config: WebhookConfig, { message }: StepError, now: Date): Happening => ({
  ...{ kind: 'callEnded', url: config.url, outcome: { kind: 'refused', message }, at: now, spread: 0 },
});

/** Text that a header line, a URL and a JSON column of the database can hold. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, '').toWellFormed();

/** Ours replaces a given `User-Agent`: receivers recognise the service by it. */
function headersOf(given: Readonly<Record<string, string>>, method: WebhookRequest['method']): Record<string, string> {
  const entries = Object.entries(given).filter(([name]) => name.toLowerCase() !== 'user-agent');
  const hasType = method === 'GET' || entries.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    ...(hasType ? {} : { 'Content-Type': 'application/json' }),
    'User-Agent': `Postrider/${version}`,
    ...Object.fromEntries(entries.map(([name, value]) => [name, printable(value)])),
  };
}

const bodyOf = (value: JsonValue): Buffer => Buffer.from(JSON.stringify(value));

const defaultPayload = ({ contact, workflow, step, execution, context }: WebhookSubject, now: Date): JsonObject => ({
  type: 'workflow.webhook',
  timestamp: now.toISOString(),
  contact: { id: contact.id, email: contact.email, subscribed: contact.subscribed, data: contact.data },
  workflow: { id: workflow.id, name: workflow.name },
  step: { id: step.id, name: step.name },
  execution: { id: execution.id, startedAt: execution.startedAt.toISOString() },
  event: context,
});

function problemOf({ url, headers, body }: WebhookRequest, config: WebhookConfig): StepError | null {
  if (url.length > limits.callUrlCharacters)
    return invalid(`The address is longer than ${limits.callUrlCharacters} characters.`);
  // The saved host is literal; this holds even if a text of the config could be read in two ways.
  if (originOf(url) !== originOf(literalPart(config.url)))
    return invalid('The address leads to another host than the saved one.');
  const headerBytes = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + Buffer.byteLength(value),
    0,
  );
  if (headerBytes > limits.webhookHeaderBytes) return invalid('The headers are larger than 16 KB.');
  if (body && body.byteLength > limits.webhookBodyBytes) return invalid('The body is larger than 256 KB.');
  return null;
}

const invalid = (message: string): StepError => ({ code: 'WEBHOOK_FAILED', message });

const originOf = (url: string): string | null => URL.parse(url)?.origin ?? null;

/** Scheme, host and port, which contain no template language. */
const literalPart = (url: string): string => /^https?:\/\/[^/?#]*/.exec(url)?.[0] ?? '';
