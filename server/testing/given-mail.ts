import { generateKeyPairSync, randomUUIDv7 } from 'node:crypto';
import type { Client } from 'pg';
import { type KeyRing, keyRing, seal } from '../src/platform/crypto/index.ts';
import { nilId } from '../src/platform/ids/index.ts';

/** The setting SECRET_KEY of test instances. */
export const testSecret = 'a-secret-for-tests-of-at-least-32-characters';

/** The keys of an instance with this secret alone. */
export const ringOf = (secret: string, purpose: string): KeyRing =>
  keyRing({ SECRET_KEY: secret, SECRET_KEYS_OLD: [] }, purpose);

export interface GivenSender {
  readonly domain: string;
  readonly selector: string;
  /** The TXT record that DNS would have for it. */
  readonly record: string;
}

/** A sender domain with its signing key, inserted directly into the tables. */
export async function givenSender(
  client: Pick<Client, 'query'>,
  projectId: string,
  domain: string,
  { status = 'verified', secret = testSecret }: { status?: 'verified' | 'pending'; secret?: string } = {},
): Promise<GivenSender> {
  const id = randomUUIDv7();
  const { publicKey, privateKey } = sharedKeyPair();
  await client.query(
    `insert into domains (project_id, id, domain, status, verified_at, created_at, updated_at)
     values ($1, $2, $3, $4, case $4 when 'verified' then now() end, now(), now())`,
    [projectId, id, domain, status],
  );
  await client.query(
    `insert into domain_keys (project_id, domain_id, selector, public_key, private_key, created_at)
     values ($1, $2, 'postrider', $3, $4, now())`,
    [projectId, id, publicKey, seal(ringOf(secret, 'dkim-keys'), privateKey, `domain:${id}`)],
  );
  // Why so late: the records of this domain are not published, so a check would fail.
  const check = "insert into domain_checks (project_id, id, due_at) values ($1, $2, now() + interval '1 year')";
  await client.query(check, [projectId, id]);
  return { domain, selector: 'postrider', record: `v=DKIM1; k=rsa; p=${publicKey}` };
}

let keyPair: { publicKey: string; privateKey: string } | undefined;

/** One pair for all: generating one takes longer than most tests. */
function sharedKeyPair(): { publicKey: string; privateKey: string } {
  if (keyPair) return keyPair;
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  keyPair = {
    publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  return keyPair;
}

export async function givenContact(
  client: Client,
  projectId: string,
  email: string,
  subscribed = true,
): Promise<string> {
  const id = randomUUIDv7();
  await client.query(
    `insert into contacts (project_id, id, email, subscribed, source, created_at, updated_at)
     values ($1, $2, $3, $4, 'api', now(), now())`,
    [projectId, id, email, subscribed],
  );
  return id;
}

export interface MailInput {
  readonly type?: 'TRANSACTIONAL' | 'MARKETING' | 'HEADLESS';
  readonly recipient?: string;
  readonly contactId?: string | null;
  readonly campaignId?: string;
  readonly domain?: string;
  readonly subject?: string;
  readonly html?: string | null;
  readonly text?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly object[];
  readonly unsubscribeUrl?: string;
  readonly isTest?: boolean;
  /** Opens and clicks; the links themselves are stored by the caller that accepts the mail. */
  readonly isTracked?: boolean;
  readonly lane?: number;
  readonly dueSeconds?: number;
  readonly expiresSeconds?: number;
}

/** Accepted mails, as `/v1/send` would leave them; the same input for each of them. Returns their ids. */
export async function givenMails(
  client: Client,
  projectId: string,
  count: number,
  input: MailInput | ((index: number) => MailInput) = {},
): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => rowOf(typeof input === 'function' ? input(index) : input));
  const list = JSON.stringify(rows);
  await client.query('begin');
  await client.query(
    `insert into emails (project_id, id, contact_id, status, recipient, recipient_name, from_email, from_name, subject, type,
                         source_type, is_test, created_at, updated_at)
     select $1, id, contact_id, 'QUEUED', recipient, 'Ada Lovelace', 'hello@' || domain, 'Acme', subject, type,
            case when type = 'TRANSACTIONAL' then 'TRANSACTIONAL' else 'CAMPAIGN' end, is_test, now(), now()
       from jsonb_to_recordset($2::jsonb)
         w (id uuid, contact_id uuid, recipient text, domain text, subject text, type text, is_test boolean)`,
    [projectId, list],
  );
  await client.query(
    `insert into email_contents (project_id, id, html, text, headers, attachments, unsubscribe_url, tracks_opens, tracks_clicks)
     select $1, id, html, text, headers, attachments, unsubscribe_url, is_tracked, is_tracked from jsonb_to_recordset($2::jsonb)
       w (id uuid, html text, text text, headers jsonb, attachments jsonb, unsubscribe_url text, is_tracked boolean)`,
    [projectId, list],
  );
  await client.query(
    `insert into deliveries (project_id, id, type, contact_id, campaign_id, source_id, recipient, sender_domain, is_test, lane,
                             due_at, expires_at)
     select $1, id, type, contact_id, campaign_id, coalesce(campaign_id, '${nilId}'), recipient, domain, is_test, lane,
            now() + due_seconds * interval '1 second', now() + expires_seconds * interval '1 second'
       from jsonb_to_recordset($2::jsonb)
         w (id uuid, type text, contact_id uuid, campaign_id uuid, recipient text, domain text, is_test boolean, lane smallint,
            due_seconds float8, expires_seconds float8)`,
    [projectId, list],
  );
  await client.query('commit');
  return rows.map(({ id }) => id);
}

function rowOf(input: MailInput) {
  const type = input.type ?? 'TRANSACTIONAL';
  return {
    id: randomUUIDv7(),
    type,
    contact_id: input.contactId ?? null,
    campaign_id: input.campaignId ?? null,
    recipient: input.recipient ?? 'ada@example.com',
    domain: input.domain ?? 'acme.example',
    subject: input.subject ?? 'Hello',
    html: input.html === undefined ? '<p>Hello <b>Ada</b></p>' : input.html,
    text: input.text === undefined ? 'Hello Ada' : input.text,
    headers: input.headers ?? {},
    attachments: input.attachments ?? [],
    unsubscribe_url: type === 'TRANSACTIONAL' ? null : (input.unsubscribeUrl ?? 'https://mail.example/u/token'),
    is_test: input.isTest ?? false,
    is_tracked: input.isTracked ?? false,
    lane: input.lane ?? (type === 'TRANSACTIONAL' ? 0 : 2),
    due_seconds: input.dueSeconds ?? 0,
    expires_seconds: input.expiresSeconds ?? 259_200,
  };
}
