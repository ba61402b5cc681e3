import assert from 'node:assert/strict';
import type { Reply } from '@postrider/server/testing/client';
import { newContact } from '../contacts/new-contact.ts';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { newDomainName, settledDomain } from '../domains/new-domain.ts';
import { type Case, entry, it } from '../entry.ts';
import { aList, newSegment } from '../segments/new-segment.ts';
import { answered, answeredWhole, invalid, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { idInPath, newCampaign, requestOf } from './new-campaign.ts';

const postSubject = {
  endpoint: 'POST /campaigns/:id/preflight',
  status: 200,
  request: requestOf('/preflight', { subject: 'New' }),
} as const;

type Preflight = (fields: object) => Promise<Reply>;

/** A campaign with one recipient, checked with changes. */
const checked = (says: string, check: (preflight: Preflight, world: World, owner: Owner) => Promise<void>): Case =>
  it(says, async (world) => {
    const owner = await world.owner();
    await newContact(owner);
    const { id } = await newCampaign(owner);
    await check((fields) => owner.key.post(`/campaigns/${id}/preflight`, fields), world, owner);
  });

type Level = 'blocks' | 'warnings' | 'notes';

/** The findings of one level, in their order, as far as they are named; notes about test mode are left out. */
function finds(reply: Reply, level: Level, ...named: object[]): void {
  answered(reply, 200);
  const found = reply.body[level].filter(({ code }: { code: string }) => code !== 'TEST_MODE');
  answered({ ...reply, body: { found } }, 200, { found: named });
}

export const postPreflight = entry(
  'POST /campaigns/:id/preflight',
  projectEndpointWithBody(postSubject),
  unknownIds(postSubject, idInPath),
  it('returns the same as GET without changes, and saves none (D-823)', async (world) => {
    const owner = await world.own();
    const { id } = await newCampaign(owner);
    const before = (await owner.key.get(`/campaigns/${id}`)).body;
    const { checkedAt: _first, ...saved } = (await owner.key.get(`/campaigns/${id}/preflight`)).body;
    for (const body of [undefined, {}, { name: null }]) {
      const { checkedAt: _again, ...same } = (await owner.key.post(`/campaigns/${id}/preflight`, body)).body;
      assert.deepEqual(same, saved);
    }
    answered(await owner.key.post(`/campaigns/${id}/preflight`, { name: 'X', subject: 'Y', body: 'Z' }), 200);
    answeredWhole(await owner.key.get(`/campaigns/${id}`), 200, before);
  }),
  checked('reports every mistake in the template language', async (preflight) => {
    const reply = await preflight({ subject: '{{ a', body: '<p>\n{% if a %}{{ b | nope }}' });
    finds(
      reply,
      'blocks',
      { code: 'TEMPLATE_SYNTAX', field: 'subject', line: 1, column: 1, message: 'Output is never closed.' },
      { code: 'TEMPLATE_SYNTAX', field: 'body', line: 2, column: 1, message: "Tag 'if' is never closed." },
      { code: 'TEMPLATE_SYNTAX', field: 'body', line: 2, column: 18, message: "Unknown filter 'nope'." },
    );
    answered(reply, 200, { complete: true, recipients: { audience: 1 } });
  }),
  checked('finds links and images that do not work, and names links for each recipient', async (preflight) => {
    const body = `<p>${'Some text. '.repeat(10)}</p>
<a href="www.acme.com">x</a><img src="/a.png">
<a href="https://acme.com/?u={{ id }}">x</a> <a href="{{ unsubscribeUrl }}">x</a>`;
    const reply = await preflight({ body });
    finds(
      reply,
      'blocks',
      { code: 'LINK_MALFORMED', field: 'body', line: 2, column: 1, message: '“www.acme.com” is not an address.' },
      { code: 'IMAGE_NOT_ABSOLUTE', field: 'body', line: 2, column: 29 },
    );
    finds(reply, 'warnings', { code: 'IMAGE_WITHOUT_ALT', field: 'body', line: 2, column: 29 });
    finds(reply, 'notes', { code: 'LINK_PERSONAL', field: 'body', line: 3, column: 1 });
  }),
  checked('warns of long subjects, large bodies and mails of images alone', async (preflight) => {
    finds(await preflight({ subject: 'x'.repeat(60) }), 'warnings');
    finds(await preflight({ subject: `${'x'.repeat(57)}{{ name ?? "Anna" }}` }), 'warnings', {
      code: 'SUBJECT_LONG',
      field: 'subject',
    });
    const image = '<img src="https://acme.com/a.png" alt="">';
    finds(await preflight({ body: image }), 'warnings', { code: 'TEXT_PART_THIN', field: 'body' });
    finds(await preflight({ body: `${image}<p>${'Some text. '.repeat(10)}` }), 'warnings');
    finds(await preflight({ body: `<p>${'Some text. '.repeat(10_000)}` }), 'warnings', {
      code: 'BODY_LARGE',
      field: 'body',
    });
  }),
  checked('blocks a headless mail that one cannot unsubscribe from (D-513)', async (preflight) => {
    finds(await preflight({ type: 'HEADLESS' }), 'blocks', { code: 'UNSUBSCRIBE_LINK_MISSING', field: 'body' });
    for (const name of ['unsubscribeUrl', 'manageUrl'])
      finds(await preflight({ type: 'HEADLESS', body: `<p>Hi</p><a href="{{${name}}}">x</a>` }), 'blocks');
    finds(await preflight({ type: 'TRANSACTIONAL' }), 'blocks');
  }),
  checked(
    'blocks a sender whose domain is not verified, and warns of one without DMARC or at risk',
    async (preflight, world, owner) => {
      const domain = newDomainName();
      const from = `hello@${domain}`;
      const unknown = {
        code: 'DOMAIN_NOT_VERIFIED',
        field: 'from',
        fix: { action: 'add_domain', domain },
      };
      finds(await preflight({ from }), 'blocks', unknown);
      const { id: domainId } = await settledDomain(owner, domain);
      const fix = { action: 'open_domain', domainId };
      finds(await preflight({ from }), 'blocks', { code: 'DOMAIN_NOT_VERIFIED', fix });
      await world.sql(
        `update domains set status = 'verified', verified_at = now(), at_risk_since = now() where id = $1`,
        [domainId],
      );
      const reply = await preflight({ from });
      finds(reply, 'blocks');
      const message = `${domain} has no DMARC record.`;
      finds(reply, 'warnings', { code: 'DMARC_MISSING', message, field: 'from', fix }, { code: 'DOMAIN_AT_RISK', fix });
      await world.sql(`update domains set dmarc_policy = 'none', at_risk_since = null where id = $1`, [domainId]);
      finds(await preflight({ from }), 'warnings');
    },
  ),
  checked('blocks an audience in which nobody gets the mail', async (preflight, _world, owner) => {
    const { id } = await newSegment(owner, aList);
    const reply = await preflight({ audienceType: 'SEGMENT', segmentId: id });
    finds(reply, 'blocks', { code: 'AUDIENCE_EMPTY', field: 'audienceType', fix: { action: 'choose_audience' } });
    answered(reply, 200, { complete: true, ready: false, recipients: { audience: 0, willReceive: 0 } });
  }),
  checked('warns of an audience that is not what it was', async (preflight, _world, owner) => {
    for (let count = 0; count < 4; count += 1) await newContact(owner, { data: { plan: 'pro' } });
    finds(await preflight({}), 'warnings');
    const { id } = await newSegment(owner);
    finds(await preflight({ audienceType: 'SEGMENT', segmentId: id }), 'warnings'); // from 5 to 4
    await newContact(owner);
    const message = 'The audience has 6 contacts; at the last preflight it had 4.';
    finds(await preflight({}), 'warnings', { code: 'AUDIENCE_CHANGED', count: 6, message });
  }),
  checked('blocks while the project, or marketing for this type, is paused', async (preflight, world, owner) => {
    const pause = (column: string, value: string) =>
      world.sql(`update projects set ${column} = ${value} where id = $1`, [owner.project.id]);
    await pause('marketing_paused_at', 'now()');
    finds(await preflight({}), 'blocks', {
      code: 'SENDING_PAUSED',
      message: 'Marketing mail of the project is paused.',
    });
    finds(await preflight({ type: 'TRANSACTIONAL' }), 'blocks');
    await pause('paused_at', 'now()');
    finds(await preflight({ type: 'TRANSACTIONAL' }), 'blocks', { code: 'SENDING_PAUSED' });
    await pause('paused_at', 'null');
    await pause('marketing_paused_at', 'null');
  }),
  checked('estimates the time of sending, and warns of more than three days', async (preflight, world, owner) => {
    answered(await preflight({ sendRate: 1 }), 200, { estimatedSeconds: 60, warnings: [] });
    await world.sql(
      `insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
       select $1, gen_random_uuid(), 'many-' || n || '@example.com', true, '{}', 'api', now(), now() from generate_series(1, 4320) n`,
      [owner.project.id],
    );
    const reply = await preflight({ sendRate: 1, type: 'TRANSACTIONAL' });
    answered(reply, 200, { estimatedSeconds: 60 * 4_321 });
    const message = 'At the present rate sending takes 73 hours.';
    finds(reply, 'warnings', { code: 'AUDIENCE_CHANGED' }, { code: 'SENDING_LONG', field: 'sendRate', message });
  }),
  checked('warns of a campaign with the same texts that began within a day', async (preflight, world, owner) => {
    const sent = await newCampaign(owner, { name: 'Sent before' });
    finds(await preflight({}), 'warnings');
    await world.sql(`update campaigns set status = 'SENT', sent_at = now() - interval '23 hours' where id = $1`, [
      sent.id,
    ]);
    const message = '“Sent before” has the same subject and body, and its sending began within 24 hours.';
    const fix = { action: 'open_campaign', campaignId: sent.id };
    finds(await preflight({}), 'warnings', { code: 'SAME_CONTENT_RECENTLY', message, fix });
    finds(await preflight({ subject: 'Other' }), 'warnings');
    await world.sql(`update campaigns set sent_at = now() - interval '25 hours' where id = $1`, [sent.id]);
    finds(await preflight({}), 'warnings');
  }),
  checked('notes contacts that a send has created and nobody subscribed', async (preflight, _world, owner) => {
    answered(
      await owner.key.post('/v1/send', {
        to: 'new@example.com',
        from: 'hello@postrider.test',
        subject: 's',
        body: 'b',
      }),
      200,
    );
    const reply = await preflight({});
    finds(reply, 'notes', { code: 'CREATED_BY_SEND', count: 1 });
    answered(reply, 200, { recipients: { audience: 2, willReceive: 1, unsubscribed: 1 } });
  }),
  checked('holds changes to the shape and the references of PATCH (D-823)', async (preflight) => {
    invalid(await preflight({ sendRate: 0 }), ['sendRate', 'too_small', 0]);
    invalid(await preflight({ audienceType: 'SEGMENT' }), ['segmentId', 'required']);
    invalid(await preflight({ audienceType: 'FILTERED', audienceCondition: { logic: 'AND', groups: [] } }), [
      'audienceCondition.groups',
      'too_small',
    ]);
    const unknown = '0197f5a0-0000-7000-8000-000000000000';
    const segment = await preflight({ audienceType: 'SEGMENT', segmentId: unknown });
    refused(segment, 404, 'SEGMENT_NOT_FOUND');
    refused(await preflight({ templateId: unknown }), 404, 'TEMPLATE_NOT_FOUND');
    refused(await preflight({ excludeCampaignId: unknown }), 404, 'CAMPAIGN_NOT_FOUND');
  }),
);
