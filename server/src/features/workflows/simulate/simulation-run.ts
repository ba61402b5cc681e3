import type { Contact } from '#features/contacts';
import { type ProjectFacts, recipientUrls } from '#features/emails';
import type { Audience } from '#features/segments';
import type { ProjectContext } from '#platform/context';
import { limits } from '#pure/limits';
import type { Moment, SimulatedEvent, SimulationLimit, StepError } from '#pure/workflow-graph';
import { type TextScope, valuesOf } from '../steps/values-of.ts';
import type { WebhookRequest } from '../steps/webhook-request.ts';
import type { Workflow } from '../workflow.ts';

/** What a call gets for a reply; without a body `{}`. */
export interface WebhookReply {
  /** 0: the address could not be reached. */
  readonly statusCode: number;
  readonly body?: unknown;
}

/** What a simulation begins with. */
export interface SimulationStart {
  readonly workflow: Pick<Workflow, 'id' | 'name'>;
  readonly project: ProjectFacts;
  readonly audience: Audience;
  readonly contact: Contact;
  /** Whether the contact is stored, and has a history of its own before `startAt`. */
  readonly isReal: boolean;
  readonly startAt: Date;
  /** Earlier events of an invented contact. */
  readonly history: readonly Pick<SimulatedEvent, 'name' | 'at'>[];
  /** Replies by the id of the step. */
  readonly webhooks: Readonly<Record<string, WebhookReply>>;
}

/** One simulation: what it began with, and the contact as its steps have changed it. */
export class SimulationRun {
  readonly start: SimulationStart;
  #contact: Contact;
  readonly #writtenKeys = new Set<string>();
  readonly #requests = new Map<string, Promise<WebhookRequest | StepError>>();
  readonly #deadline: number;
  #bytes = 0;

  constructor(start: SimulationStart, { began }: { readonly began: number }) {
    this.start = start;
    this.#contact = start.contact;
    this.#deadline = began + limits.simulationMilliseconds;
    if (!start.isReal) this.#noteKeys(start.contact);
  }

  get contact(): Contact {
    return this.#contact;
  }

  changeContact(contact: Contact, writtenKeys: readonly string[]): void {
    this.#contact = contact;
    for (const key of writtenKeys) this.#writtenKeys.add(key);
  }

  /** Whether the simulation has written the key, so that it is no longer a deleted one (D-319). */
  hasWritten(key: string): boolean {
    return this.#writtenKeys.has(key);
  }

  /** The request of a WEBHOOK step: made before the first attempt, and the same for all of them (D-938). */
  requestOf(stepId: string, make: () => Promise<WebhookRequest | StepError>): Promise<WebhookRequest | StepError> {
    const request = this.#requests.get(stepId) ?? make();
    this.#requests.set(stepId, request);
    return request;
  }

  /** Counts what will be shown. */
  show(...texts: readonly string[]): void {
    for (const text of texts) this.#bytes += Buffer.byteLength(text);
  }

  exceeded(): SimulationLimit | null {
    if (performance.now() > this.#deadline) return 'time';
    return this.#bytes > limits.simulationBytes ? 'size' : null;
  }

  #noteKeys({ data }: Contact): void {
    for (const key of Object.keys(data)) this.#writtenKeys.add(key);
  }
}

/** What texts are rendered with that are no mail. Why links without a contact: following them from a simulation must change nothing. */
export function scopeOf(
  { config }: Pick<ProjectContext, 'config'>,
  { start, contact }: SimulationRun,
  { now, context }: Moment,
): TextScope {
  const { handle, language } = start.project;
  const urls = recipientUrls(config, { handle, contactId: null, emailId: null });
  return { values: valuesOf({ contact, context, urls, language }), language, now };
}
