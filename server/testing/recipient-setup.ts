import type { Client } from 'pg';
import { storeLinks } from '../src/features/emails/index.ts';
import { recipientUrls } from '../src/features/emails/links/recipient-urls.ts';
import { projectContext } from '../src/platform/context/index.ts';
import type { GivenProject } from './given.ts';
import { givenContact, givenMails } from './given-mail.ts';
import type { TestApp } from './test-app.ts';

export interface GivenRecipient {
  readonly project: GivenProject;
  readonly contactId: string;
  readonly emailId: string;
  readonly campaignId: string;
  readonly handle: string;
  /** Paths with their tokens. */
  readonly paths: { readonly u: string; readonly s: string; readonly m: string; readonly v: string };
  isSubscribed(): Promise<boolean | undefined>;
  /** Events of the contact about its subscription, oldest first. */
  changes(): Promise<{ name: string; data: Record<string, unknown> }[]>;
}

interface RecipientInput {
  readonly subscribed?: boolean;
  readonly locale?: string;
  readonly language?: string;
  readonly html?: string | null;
  readonly projectName?: string;
  /** A mail without a contact, as tests of campaigns are. */
  readonly isPreview?: boolean;
}

/** A contact that was sent a mail of a campaign an hour ago, and the pages of its links. */
export async function givenRecipient(
  app: TestApp,
  client: Client,
  input: RecipientInput = {},
): Promise<GivenRecipient> {
  const project = await app.given.project({ name: input.projectName ?? 'Acme & Söhne' });
  const contactId = await givenContact(client, project.id, 'ann@example.com', input.subscribed ?? true);
  const html = input.html === undefined ? '<p>Hi <a href="https://acme.example/start">Ann</a></p>' : input.html;
  const [emailId = ''] = await givenMails(client, project.id, 1, {
    type: 'MARKETING',
    contactId: input.isPreview ? null : contactId,
    recipient: 'ann@example.com',
    html,
    isTracked: true,
  });
  await client.query('delete from deliveries where id = $1', [emailId]);
  const { rows } = await client.query(
    `update emails set status = 'SENT', sent_at = now() - interval '1 hour', campaign_id = gen_random_uuid()
      where id = $1 returning campaign_id, (select handle from projects where id = project_id) as handle`,
    [emailId],
  );
  if (input.locale)
    await client.query(`update contacts set data = $2 where id = $1`, [
      contactId,
      JSON.stringify({ locale: input.locale }),
    ]);
  if (input.language)
    await client.query('update projects set language = $2 where id = $1', [project.id, input.language]);
  const { services } = app.app;
  await projectContext(services, project.id).transaction((tx) => storeLinks(tx, [html ?? '']));
  const { campaign_id: campaignId, handle } = rows[0];
  const owner = { handle, contactId: input.isPreview ? null : contactId, emailId };
  const urls = recipientUrls(services.config, owner);
  const pathOf = (url: string): string => url.slice(services.config.BASE_URL.length);
  return {
    project,
    contactId,
    emailId,
    campaignId,
    handle,
    paths: {
      u: pathOf(urls.unsubscribeUrl),
      s: pathOf(urls.subscribeUrl),
      m: pathOf(urls.manageUrl),
      v: pathOf(urls.viewUrl),
    },
    async isSubscribed() {
      const found = await client.query('select subscribed from contacts where id = $1', [contactId]);
      return found.rows[0]?.subscribed;
    },
    async changes() {
      const found = await client.query(
        `select name, data from events where contact_id = $1 and name like 'contact.%' order by created_at, id`,
        [contactId],
      );
      return found.rows;
    },
  };
}
