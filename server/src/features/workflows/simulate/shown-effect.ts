import type { StepText } from '#features/emails';
import type { JsonValue } from '#pure/custom-fields';
import type { EffectResult, StepError } from '#pure/workflow-graph';

/** A mail as it would be sent, or why it would not. */
export interface ShownEmail extends Pick<StepText, 'fromName' | 'replyTo' | 'type' | 'subject'> {
  readonly to: string;
  readonly from: string;
  readonly status: string;
  readonly reason: string | null;
  readonly html: string;
  readonly text: string;
  readonly warnings: readonly object[];
}

/** A request as it would be sent, without its signature. */
export interface ShownRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonValue;
}

/** What a simulation lists with a step beside its output. */
export interface ShownEffect {
  readonly email?: ShownEmail;
  readonly request?: ShownRequest;
}

export const failure = (error: StepError): EffectResult<ShownEffect> => ({ happening: { kind: 'failed', error } });
