import { PostriderTracker } from '../../sdk/src/index.ts';
import type { BrowserWorld, ProjectOwner } from './browser-run.ts';

/** Text that runs as a script wherever it is not escaped; `canaryRan` of the page says whether it did. */
export const canary = `"><img src=x onerror=window.canaryRan=1><script>window.canaryRan=1</script>`;

export interface SampleProject {
  readonly contactId: string;
  readonly emailId: string;
  readonly templateId: string;
  readonly segmentId: string;
  readonly draftId: string;
  readonly campaignId: string;
  readonly workflowId: string;
  readonly executionId: string;
  readonly domainId: string;
  readonly requestId: string;
  readonly importId: string;
  readonly eventName: string;
  readonly webhookId: string;
}

/** A project with something on every page, and the canary in every text that a customer can write. */
export async function makeSampleProject(
  owner: ProjectOwner,
  { url, receiver }: Pick<BrowserWorld, 'url' | 'receiver'>,
): Promise<SampleProject> {
  const { sdk } = owner;
  const eventName = 'signup';
  receiver.answer('/sample', 500, canary);
  const webhook = await sdk.webhookEndpoints.create({
    url: receiver.urlOf('/sample'),
    events: ['*'],
    description: canary,
  });
  const contact = await sdk.contacts.create({
    email: 'ann@example.com',
    subscribed: true,
    data: { plan: canary, 'first name': canary, zone: 7, beta: true, since: '2026-01-02T03:04:05.000Z' },
  });
  for (let i = 0; i < 30; i += 1) await sdk.contacts.create({ email: `person${i}@example.com`, data: { plan: 'pro' } });
  const from = 'hello@postrider.test';
  const body = `<h1>${canary}</h1><p>Hi {{first name ?? "there"}}</p><a href="https://example.com/">link</a>`;
  const template = await sdk.templates.create({ name: canary, subject: canary, body, type: 'MARKETING', from });
  const segment = await sdk.segments.create({
    name: canary,
    description: canary,
    type: 'DYNAMIC',
    condition: {
      logic: 'AND',
      groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: canary }] }],
    },
  });
  const draft = await sdk.campaigns.create({ name: canary, subject: canary, body, from, audienceType: 'ALL' });
  const campaign = await sdk.campaigns.create({ name: canary, subject: canary, body, from, audienceType: 'ALL' });
  await sdk.campaigns.send(campaign.id);
  const workflow = await sdk.workflows.create({ name: canary, description: canary, eventName });
  await sdk.workflows.addStep(workflow.id, {
    type: 'SEND_EMAIL',
    name: canary,
    templateId: template.id,
    autoConnect: true,
  });
  await sdk.workflows.addStep(workflow.id, {
    type: 'DELAY',
    name: canary,
    config: { amount: 2, unit: 'days' },
    autoConnect: true,
  });
  await sdk.workflows.update(workflow.id, { enabled: true });
  await new PostriderTracker(owner.project.public, { baseUrl: url }).track({
    email: 'ann@example.com',
    event: eventName,
    data: { note: canary },
  });
  await sdk.track({ email: 'ann@example.com', event: canary.replaceAll(/[^a-z<>=."]/gi, ''), data: { note: canary } });
  for (const to of ['clicked@postrider.test', 'bounced@postrider.test', 'complained@postrider.test']) {
    await sdk.send({ to, from, name: canary, subject: canary, body, data: { note: canary } });
  }
  const { emails } = await sdk.send({ to: 'ann@example.com', from, subject: canary, body });
  const domain = await sdk.domains.create({ projectId: owner.project.id, domain: 'canary.example' });
  await sdk.suppressions.create({ email: 'gone@example.com' });
  const csv = new Blob([`email,plan,${canary.replaceAll(/["<>]/g, '')}\nnew@example.com,x,1\nbroken,,\n`]);
  const { jobId } = await sdk.contacts.import(csv, 'people.csv');
  const executions = await sdk.executions.list(workflow.id);
  const logs = await sdk.logs.list({ limit: 1 });
  return {
    contactId: contact.id,
    emailId: emails[0]?.email ?? '',
    templateId: template.id,
    segmentId: segment.id,
    draftId: draft.id,
    campaignId: campaign.id,
    workflowId: workflow.id,
    executionId: executions.data[0]?.id ?? '',
    domainId: domain.id,
    requestId: logs.data[0]?.requestId ?? '',
    importId: jobId,
    eventName,
    webhookId: webhook.id,
  };
}
