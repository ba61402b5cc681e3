import { type Caller, callerOf } from './client/caller.ts';
import type { Body, Operation, Reply } from './client/operations.ts';
import type { CallOptions, KeyedOptions, Settings } from './client/settings.ts';
import { followStream, type StreamMessage, type StreamOptions } from './client/stream.ts';
import { type ActivityCalls, activityOf } from './resources/activity.ts';
import { type AnalyticsCalls, analyticsOf } from './resources/analytics.ts';
import { type CampaignsCalls, campaignsOf } from './resources/campaigns.ts';
import { type ContactsCalls, contactsOf } from './resources/contacts.ts';
import { type DomainsCalls, domainsOf } from './resources/domains.ts';
import { type EmailsCalls, emailsOf } from './resources/emails.ts';
import { type EventsCalls, eventsOf } from './resources/events.ts';
import { type ExecutionsCalls, executionsOf } from './resources/executions.ts';
import { type FieldsCalls, fieldsOf } from './resources/fields.ts';
import { type InboxCalls, inboxOf } from './resources/inbox.ts';
import { type InstanceCalls, instanceOf } from './resources/instance.ts';
import { type LogsCalls, logsOf } from './resources/logs.ts';
import { type PreviewsCalls, previewsOf } from './resources/previews.ts';
import { type SegmentsCalls, segmentsOf } from './resources/segments.ts';
import { type SuppressionsCalls, suppressionsOf } from './resources/suppressions.ts';
import { type TemplatesCalls, templatesOf } from './resources/templates.ts';
import { type UploadsCalls, uploadsOf } from './resources/uploads.ts';
import { type WebhookEndpointsCalls, webhookEndpointsOf } from './resources/webhook-endpoints.ts';
import { type WorkflowsCalls, workflowsOf } from './resources/workflows.ts';

/** A reply, and whether it belongs to an earlier attempt of the same call whose reply was lost. */
export type Accepted<Reply> = Reply & { readonly alreadyAccepted: boolean };

/** Everything that belongs to one project, for a secret key and for a session alike. */
export class ProjectClient {
  readonly activity: ActivityCalls;
  readonly analytics: AnalyticsCalls;
  readonly campaigns: CampaignsCalls;
  readonly contacts: ContactsCalls;
  readonly domains: DomainsCalls;
  readonly emails: EmailsCalls;
  readonly events: EventsCalls;
  readonly executions: ExecutionsCalls;
  readonly fields: FieldsCalls;
  readonly inbox: InboxCalls;
  readonly instance: InstanceCalls;
  readonly logs: LogsCalls;
  readonly previews: PreviewsCalls;
  readonly segments: SegmentsCalls;
  readonly suppressions: SuppressionsCalls;
  readonly templates: TemplatesCalls;
  readonly uploads: UploadsCalls;
  readonly webhookEndpoints: WebhookEndpointsCalls;
  readonly workflows: WorkflowsCalls;
  readonly #caller: Caller;
  readonly #settings: Settings;

  constructor(settings: Settings) {
    const caller = callerOf(settings);
    this.#caller = caller;
    this.#settings = settings;
    this.activity = activityOf(caller);
    this.analytics = analyticsOf(caller);
    this.campaigns = campaignsOf(caller);
    this.contacts = contactsOf(caller);
    this.domains = domainsOf(caller);
    this.emails = emailsOf(caller);
    this.events = eventsOf(caller);
    this.executions = executionsOf(caller);
    this.fields = fieldsOf(caller);
    this.inbox = inboxOf(caller);
    this.instance = instanceOf(caller);
    this.logs = logsOf(caller);
    this.previews = previewsOf(caller);
    this.segments = segmentsOf(caller);
    this.suppressions = suppressionsOf(caller);
    this.templates = templatesOf(caller);
    this.uploads = uploadsOf(caller);
    this.webhookEndpoints = webhookEndpointsOf(caller);
    this.workflows = workflowsOf(caller);
  }

  /** Sends a mail to one or several recipients. Repeated without a second mail: it has an idempotency key. */
  send(body: Body<'POST /v1/send'>, options?: KeyedOptions): Promise<Accepted<Reply<'POST /v1/send'>>> {
    return this.#keyed('POST /v1/send', body, options);
  }

  /** Records an event of a contact, who is created or updated. */
  track(body: Body<'POST /events/track'>, options?: KeyedOptions): Promise<Accepted<Reply<'POST /events/track'>>> {
    return this.#keyed('POST /events/track', body, options);
  }

  /** Whether an address looks deliverable. */
  verify(body: Body<'POST /v1/verify'>, options?: CallOptions): Promise<Reply<'POST /v1/verify'>> {
    return this.#caller.call('POST /v1/verify', { body }, options);
  }

  /** What happens in the project, as it happens: `for await (const message of client.stream())`. */
  stream(options: StreamOptions = {}): AsyncGenerator<StreamMessage> {
    return followStream(this.#settings, options);
  }

  async #keyed<O extends Operation>(operation: O, body: Body<O>, options?: KeyedOptions): Promise<Accepted<Reply<O>>> {
    const { reply, wasAccepted } = await this.#caller.keyed(operation, { body }, options);
    return Object.assign({ alreadyAccepted: wasAccepted }, reply as Reply<O>); // as openapi.json describes it
  }
}
