import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { bodyLinks, mixedCampaign } from './mixed-campaign.ts';
import { idInPath, newCampaign, requestOf } from './new-campaign.ts';
import { newRecipients, scheduledCampaign, slowCampaign } from './running-campaign.ts';

const subject = { endpoint: 'GET /campaigns/:id/stats', status: 200, request: requestOf('/stats') } as const;

const zeros = {
  totalRecipients: 0,
  sentCount: 0,
  deliveredCount: 0,
  openedCount: 0,
  clickedCount: 0,
  bouncedCount: 0,
  complainedCount: 0,
  unsubscribedCount: 0,
  rejectedCount: 0,
  waitingCount: 0,
  suppressedCount: 0,
  failedCount: 0,
  cancelledCount: 0,
  waiting: { notDue: 0, due: 0, retrying: 0, held: 0, nextAttemptAt: null },
  deliveryRate: 0,
  openRate: 0,
  clickRate: 0,
  bounceRate: 0,
  complaintRate: 0,
  unsubscribeRate: 0,
  machineOpens: 0,
  machineClicks: 0,
  reasons: [],
  providers: [],
  links: [],
};

export const campaignStats = entry(
  'GET /campaigns/:id/stats',
  projectEndpoint(subject),
  unknownIds(subject, idInPath),
  it('returns zeros for a draft and for a scheduled campaign (D-821)', async (world) => {
    const owner = await world.own();
    for (const { id } of [await newCampaign(owner), await scheduledCampaign(owner)]) {
      answeredWhole(await owner.key.get(`/campaigns/${id}/stats`), 200, zeros);
    }
  }),
  it('adds up what became of every mail, by reason, by mailbox provider and by link (D-821)', async (world) => {
    const { owner, id } = await mixedCampaign(world);
    const none = { bounced: 0, complained: 0, opened: 0, clicked: 0 };
    const [first, second] = bodyLinks;
    answeredWhole(await owner.key.get(`/campaigns/${id}/stats`), 200, {
      ...zeros,
      totalRecipients: 9,
      sentCount: 8,
      deliveredCount: 6,
      openedCount: 2,
      clickedCount: 1,
      bouncedCount: 1,
      complainedCount: 1,
      unsubscribedCount: 1,
      suppressedCount: 1,
      deliveryRate: 75,
      openRate: 25,
      clickRate: 12.5,
      bounceRate: 12.5,
      complaintRate: 12.5,
      unsubscribeRate: 12.5,
      machineOpens: 1,
      // The scanner of the sandbox follows the links that are the same in all mails.
      machineClicks: 1,
      reasons: [
        { outcome: 'bounced', reason: '5.1.1', count: 1 },
        { outcome: 'suppressed', reason: 'SUPPRESSION_MANUAL', count: 1 },
        { outcome: 'complained', reason: 'other', count: 1 },
      ],
      providers: [
        { provider: 'other', sent: 7, delivered: 5, bounced: 1, complained: 1, opened: 2, clicked: 1 },
        { provider: 'google', sent: 1, delivered: 1, ...none },
      ],
      links: [
        { url: first, clicks: 1, uniqueClicks: 1 },
        { url: second, clicks: 0, uniqueClicks: 0 },
      ],
    });
    answered(await owner.key.get(`/campaigns/${id}`), 200, {
      totalRecipients: 9,
      sentCount: 8,
      deliveredCount: 6,
      openedCount: 2,
      clickedCount: 1,
      bouncedCount: 1,
      complainedCount: 1,
      unsubscribedCount: 1,
    });
  }),
  it('adds clicks on a link with template output to the link as it is written, once for each mail (D-832, D-839)', async (world) => {
    const { owner, id, emails } = await mixedCampaign(world);
    const { body } = await owner.key.get(`/campaigns/${id}/recipients?email=${encodeURIComponent(emails.delivered)}`);
    const [{ emailId, contactId }] = body.data;
    const link = `https://acme.example/?u=${contactId}`;
    for (let turn = 0; turn < 2; turn += 1) {
      answered(await owner.key.post(`/inbox/${emailId}/simulate`, { type: 'click', link }), 200);
    }
    const reply = await owner.key.get(`/campaigns/${id}/stats`);
    answered(reply, 200, {
      openedCount: 3,
      clickedCount: 2,
      links: [
        { url: bodyLinks[0], clicks: 1, uniqueClicks: 1 },
        { url: bodyLinks[1], clicks: 2, uniqueClicks: 1 },
      ],
    });
  }),
  it('says what waits while it is being sent, paused or not (D-821)', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, newEmail('first'), newEmail('second'), newEmail('third'));
    const { id } = await slowCampaign(owner);
    const path = `/campaigns/${id}/stats`;
    const waiting = { notDue: 2, due: 0, retrying: 0, held: 0, nextAttemptAt: null };
    const sums = { totalRecipients: 3, sentCount: 1, waitingCount: 2, waiting };
    answered(await owner.key.get(path), 200, sums);
    answered(await owner.key.post(`/campaigns/${id}/pause`), 200);
    answered(await owner.key.get(path), 200, sums);
    answered(await owner.key.post(`/campaigns/${id}/cancel`), 200);
  }),
);
