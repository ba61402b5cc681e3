import type { Reply } from '@postrider/server/testing/client';
import { until } from '@postrider/server/testing/until';
import { type Contact, newContact } from '../contacts/new-contact.ts';
import { answered } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type CampaignBody, newCampaign } from './new-campaign.ts';

/** A recipient at the sandbox domain; its name says what becomes of the mail (D-672). */
export const sandboxAddress = (name: string): string =>
  newEmail(`${name}+spec`).replace('people.example', 'postrider.test');

export const inSeconds = (seconds: number): string => new Date(Date.now() + 1_000 * seconds).toISOString();

/** Contacts who get marketing mail, with a first name each. */
export async function newRecipients(owner: Owner, ...emails: readonly string[]): Promise<Contact[]> {
  const contacts: Contact[] = [];
  for (const [index, email] of emails.entries()) {
    contacts.push(await newContact(owner, { email, subscribed: true, data: { 'first name': `Reader ${index}` } }));
  }
  return contacts;
}

/** Polls until `isRight` holds for a reply. Why seldom: a key has a thousand calls in a minute. */
export async function untilReply(ask: () => Promise<Reply>, isRight: (body: Reply['body']) => boolean): Promise<Reply> {
  let last: Reply | undefined;
  const holds = async (): Promise<boolean> => {
    last = await ask();
    return isRight(last.body);
  };
  if (!(await until(holds, { pauseMs: 200 })) || !last) throw new Error(`it stayed ${last?.text}`);
  return last;
}

/** The campaign once it is as expected. */
export const untilCampaign = async (
  { key }: Owner,
  id: string,
  isRight: (body: Reply['body']) => boolean,
): Promise<Reply['body']> => (await untilReply(() => key.get(`/campaigns/${id}`), isRight)).body;

export const untilStatus = (owner: Owner, id: string, status: string): Promise<Reply['body']> =>
  untilCampaign(owner, id, (body) => body.status === status);

/** The figures of a campaign once they are as expected. */
export const untilStats = ({ key }: Owner, id: string, isRight: (body: Reply['body']) => boolean): Promise<Reply> =>
  untilReply(() => key.get(`/campaigns/${id}/stats`), isRight);

/** Sends a campaign to all contacts of the owner's project, and waits until it is SENT. */
export async function sentCampaign(owner: Owner, given: object = {}): Promise<Reply['body']> {
  const { id } = await newCampaign(owner, given);
  answered(await owner.key.post(`/campaigns/${id}/send`), 200, { status: 'SENDING' });
  return untilStatus(owner, id, 'SENT');
}

/** A campaign that has sent one of its mails and sends the next in a minute; the project has contacts. */
export async function slowCampaign(owner: Owner, given: object = {}): Promise<CampaignBody> {
  const { id } = await newCampaign(owner, { sendRate: 1, ...given });
  answered(await owner.key.post(`/campaigns/${id}/send`), 200, { status: 'SENDING' });
  return untilCampaign(owner, id, ({ sentCount, expandedAt }) => sentCount === 1 && expandedAt !== null);
}

/** A campaign that waits for a time in the future. */
export async function scheduledCampaign(owner: Owner, given: object = {}): Promise<CampaignBody> {
  const { id } = await newCampaign(owner, given);
  const reply = await owner.key.post(`/campaigns/${id}/send`, { delaySeconds: 3_600 });
  answered(reply, 200, { status: 'SCHEDULED' });
  return reply.body;
}

/** A good request for one that is scheduled. */
export const requestScheduled = (end: string) => async (_world: World, owner: Owner) => ({
  path: `/campaigns/${(await scheduledCampaign(owner)).id}${end}`,
});

/** The email of a campaign to one address, as `GET /emails/:id` shows it. */
export async function mailTo({ key }: Owner, campaignId: string, email: string): Promise<Reply['body']> {
  const { body } = await key.get(`/campaigns/${campaignId}/recipients?email=${encodeURIComponent(email)}`);
  return (await key.get(`/emails/${body.data[0].emailId}`)).body;
}
