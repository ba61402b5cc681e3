import { newContact } from '../contacts/new-contact.ts';
import { answered } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { mailTo, newRecipients, sandboxAddress, sentCampaign, untilStats } from './running-campaign.ts';

export const bodyLinks = ['https://acme.example/start', 'https://acme.example/?u={{id}}'] as const;

const names = ['delivered', 'opened', 'clicked', 'bounced', 'complained', 'machine', 'silent'] as const;
type Name = (typeof names)[number] | 'google' | 'suppressed' | 'unsubscribed';

export interface MixedCampaign {
  readonly owner: Owner;
  readonly id: string;
  /** The addresses by what became of their mail; that of `google` has unsubscribed by its mail, that of `unsubscribed` got none. */
  readonly emails: Readonly<Record<Name, string>>;
}

/** A campaign that was sent, with every outcome that a recipient can cause in test mode, once all of them are counted. */
export async function mixedCampaign(world: World): Promise<MixedCampaign> {
  const owner = await world.owner();
  const [delivered = '', opened = '', clicked = '', bounced = '', complained = '', machine = '', silent = ''] =
    names.map(sandboxAddress);
  const google = newEmail('google').replace('people.example', 'gmail.com');
  const emails = { delivered, opened, clicked, bounced, complained, machine, silent, google };
  const suppressed = newEmail('suppressed');
  await newRecipients(owner, ...Object.values(emails), suppressed);
  const { email: unsubscribed } = await newContact(owner, { email: newEmail('left'), subscribed: false });
  answered(await owner.key.post('/suppressions', { email: suppressed }), 201);
  const body = `<p>Hi</p>${bodyLinks.map((url) => `<a href="${url}">Look</a>`).join('')}`;
  const { id } = await sentCampaign(owner, { body });
  await unsubscribe(world, owner, id, google);
  await untilStats(owner, id, (stats) =>
    ['clickedCount', 'bouncedCount', 'complainedCount', 'machineOpens', 'machineClicks'].every((key) => stats[key] > 0),
  );
  await untilStats(owner, id, ({ deliveredCount, openedCount }) => deliveredCount === 6 && openedCount === 2);
  return { owner, id, emails: { ...emails, suppressed, unsubscribed } };
}

/** Follows the one-click link of the mail to this address. */
async function unsubscribe(world: World, owner: Owner, campaignId: string, email: string): Promise<void> {
  const path = await oneClickPath(owner, (await mailTo(owner, campaignId, email)).id);
  answered(await world.anyone().send({ method: 'POST', path, raw: 'List-Unsubscribe=One-Click' }), 200);
}

/** The path of the one-click link in the headers of a captured mail. */
export async function oneClickPath({ key }: Owner, emailId: string): Promise<string> {
  const raw = (await key.get(`/inbox/${emailId}/raw`)).text.replaceAll(/\r\n[ \t]+/g, ' ');
  return new URL(/^List-Unsubscribe: <([^>]+)>/m.exec(raw)?.[1] ?? '').pathname;
}
