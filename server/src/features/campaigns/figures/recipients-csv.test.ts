import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { projectContext } from '#platform/context';
import { campaignSetup } from '#testing/campaign-setup';
import type { CampaignId } from '../campaign.ts';
import { findCampaign } from '../queries.ts';
import { streamRecipients } from './recipients-csv.ts';

test('one file of a project is read at a time; the next may follow when it was read, or left unread (D-822)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(3);
  const id = (await setup.draft()) as CampaignId; // a draft's own id
  await setup.post(`${id}/send`);
  setup.sendAll();
  await setup.ended(id);
  const ctx = projectContext(setup.app.app.services, setup.project.id);
  const campaign = await ctx.read((reader) => findCampaign(reader, id));
  const open = () => streamRecipients(ctx, campaign, {});

  const first = await open();
  await expect(open()).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  expect((await text(first)).split('\r\n')).toHaveLength(5);
  const left = await open();
  left.destroy();
  await new Promise((resolve) => left.once('close', resolve));
  expect((await text(await open())).split('\r\n')).toHaveLength(5);
});
