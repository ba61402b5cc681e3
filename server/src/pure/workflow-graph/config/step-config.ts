import type { Condition } from '#pure/conditions';
import type { JsonObject, JsonValue } from '#pure/custom-fields';

/** A complete config, read. Texts that are rendered are still template language. */
export type StepConfig =
  | SendEmailConfig
  | DelayConfig
  | WaitForEventConfig
  | ConditionConfig
  | WebhookConfig
  | UpdateContactConfig
  | ExitConfig;

export type SendEmailConfig = {
  readonly type: 'SEND_EMAIL';
  readonly templateId: string;
  /** Null: the contact's own address. Rendered. */
  readonly customEmail: string | null;
  readonly from: string | null;
  readonly fromName: string | null;
  readonly replyTo: string | null;
};

export type DelayConfig = {
  readonly type: 'DELAY';
  readonly amount: number;
  readonly unit: 'minutes' | 'hours' | 'days';
  readonly milliseconds: number;
};

export type WaitForEventConfig = {
  readonly type: 'WAIT_FOR_EVENT';
  readonly eventName: string;
  readonly milliseconds: number;
};

/** Each tree of the single and multi forms has exactly one filter. */
export type ConditionConfig = {
  readonly type: 'CONDITION';
} /** `isWrapped`: the tree is that of `config.condition`, not `config` itself. */ & (
  | { readonly form: 'tree'; readonly tree: Condition; readonly isWrapped: boolean }
  | { readonly form: 'single'; readonly tree: Condition }
  | { readonly form: 'multi'; readonly field: string; readonly branches: readonly ConditionBranch[] }
);

export type ConditionBranch = { readonly id: string; readonly tree: Condition };

export type WebhookConfig = {
  readonly type: 'WEBHOOK';
  /** Host and port are literal, path and query rendered. */
  readonly url: string;
  readonly method: WebhookMethod;
  /** Values rendered. */
  readonly headers: Readonly<Record<string, string>>;
  /** Every text in it rendered; null is the default payload. */
  readonly body: JsonValue;
  readonly saveAs: string | null;
  readonly onFailure: 'fail' | 'continue';
};

export const webhookMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type WebhookMethod = (typeof webhookMethods)[number];

export type UpdateContactConfig = {
  readonly type: 'UPDATE_CONTACT';
  /** A patch of `data` (D-206 to D-212): texts rendered, then read as one from a request. */
  readonly data: JsonObject;
  readonly subscriptionAction: 'none' | 'subscribe' | 'unsubscribe';
};

export type ExitConfig = { readonly type: 'EXIT'; readonly reason: string };
