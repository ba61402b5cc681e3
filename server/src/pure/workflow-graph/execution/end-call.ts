import type { JsonObject } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { cut } from '#pure/text';
import type { WebhookConfig } from '../config/step-config.ts';
import { mergeIntoContext } from './context.ts';
import type { CallEnd, CallOutcome } from './happening.ts';
import type { ActiveState, StepError } from './state.ts';
import { completed, failed, type StepChange, stayOpen } from './step-change.ts';
import { type ReplyBody, readReply, shownResponse } from './webhook-reply.ts';

/** Before the second attempt and each one after it (D-917). */
const pauseSeconds = [10, 60, 240, 540];

/** The end of an attempt of a WEBHOOK: done, tried again later, or failed for good. */
export function endCall(state: ActiveState, config: WebhookConfig, call: CallEnd): StepChange {
  const { open } = state;
  const error = errorOf(call.outcome);
  if (error && isRepeatable(call.outcome) && open.attempt < limits.webhookAttempts) {
    const executeAfter = new Date(call.at.getTime() + pauseMilliseconds(open.attempt, call)).toISOString();
    return stayOpen({ ...open, status: 'SCHEDULED', executeAfter, error });
  }
  const reply = call.outcome.kind === 'reply' ? readReply(call.outcome) : null;
  const output: JsonObject = {
    url: call.url,
    method: config.method,
    statusCode: call.outcome.kind === 'reply' ? call.outcome.statusCode : null,
    success: error === null,
    ...(reply ? shownResponse(reply) : { response: null, responseTruncated: false }),
    attempts: open.attempt,
    error: error && { ...error },
  };
  const arrivedAt = open.calledAt ?? open.startedAt ?? call.at.toISOString();
  if (error && config.onFailure === 'fail') return failed(open, error, output);
  const saved = reply && !error ? save(state, config, reply) : { output: notSaved(config), context: state.context };
  return completed(open, { ...output, ...saved.output }, { arrivedAt, context: saved.context });
}

function errorOf(outcome: CallOutcome): StepError | null {
  const code = 'WEBHOOK_FAILED';
  if (outcome.kind !== 'reply') return { code, message: cut(outcome.message, limits.diagnosticCharacters) };
  const { statusCode } = outcome;
  const isSuccess = statusCode >= 200 && statusCode < 300;
  return isSuccess ? null : { code, message: `The address replied with ${statusCode}.` };
}

function isRepeatable(outcome: CallOutcome): boolean {
  if (outcome.kind !== 'reply') return outcome.kind === 'network';
  const { statusCode } = outcome;
  return statusCode === 408 || statusCode === 429 || statusCode >= 500;
}

/** The pause ± 20 %, and no shorter than `Retry-After`, of which at most 5 minutes count. */
function pauseMilliseconds(attempt: number, { outcome, spread }: CallEnd): number {
  const own = (pauseSeconds[attempt - 1] ?? 0) * (0.8 + 0.4 * Math.min(1, Math.max(0, spread)));
  const asked = outcome.kind === 'reply' ? (outcome.retryAfterSeconds ?? 0) : 0;
  return Math.round(Math.max(own, Math.min(asked, limits.webhookRetryAfterSeconds)) * 1_000);
}

type SavedReply = { readonly output: JsonObject; readonly context: JsonObject };

/** D-939. What is not saved is said in the output. */
function save({ context }: ActiveState, { saveAs }: WebhookConfig, { json, bytes }: ReplyBody): SavedReply {
  if (saveAs === null) return { output: {}, context };
  if (json === undefined) return { output: { saved: false, saveError: 'NOT_JSON' }, context };
  if (bytes > limits.webhookSavedBytes) return { output: { saved: false, saveError: 'TOO_LARGE' }, context };
  const merge = mergeIntoContext(context, { [saveAs]: json });
  const tooLarge = { saved: false, saveError: 'CONTEXT_TOO_LARGE', contextTooLarge: true };
  return { output: merge.isTooLarge ? tooLarge : { saved: true }, context: merge.context };
}

/** Why a reply that says no is not saved: later steps would read it in the place of the value they expect. */
const notSaved = ({ saveAs }: WebhookConfig): JsonObject =>
  saveAs === null ? {} : { saved: false, saveError: 'CALL_FAILED' };
