import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { type Case, entry, it } from '../entry.ts';
import { answered, isInstant, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { forgetCheck, forgetDomains, newDomain, newDomainName, publishRecords, settledDomain } from './new-domain.ts';

const idInPath = {
  idOf: (path: string) => path.split('/')[2] ?? '',
  code: 'RESOURCE_NOT_FOUND',
  resource: 'domain',
  caller: async (world: World) => (await world.own()).key,
  async foreign({ extras, strangersProject }: World) {
    const stranger = extras.stranger.api.with({ 'x-project-id': strangersProject });
    return (await stranger.post('/domains', { domain: newDomainName() })).body.id;
  },
};

const requestOf =
  (end = '') =>
  async (world: World, owner: Owner) => {
    await forgetDomains(world, owner);
    const { id } = await newDomain(owner);
    return { path: `/domains/${id}${end}` };
  };

const getSubject = { endpoint: 'GET /domains/:id', status: 200, request: requestOf() } as const;
const deleteSubject = { endpoint: 'DELETE /domains/:id', status: 204, role: 'ADMIN', request: requestOf() } as const;
const verifySubject = (method: 'GET' | 'POST') =>
  ({ endpoint: `${method} /domains/:id/verify`, status: 200, request: requestOf('/verify') }) as const;

export const getDomain = entry(
  'GET /domains/:id',
  projectEndpoint(getSubject),
  unknownIds(getSubject, idInPath),
  it('returns the record as it was last checked, without a look-up', async (world) => {
    const owner = await world.own();
    const domain = await settledDomain(owner); // its first check has ended
    const checked = await owner.key.post(`/domains/${domain.id}/verify`);
    const asked = world.names.asked(`_postrider.${domain.domain}`);
    const reply = await owner.key.get(`/domains/${domain.id}`);
    answered(reply, 200, { id: domain.id, lastCheckedAt: checked.body.lastCheckedAt });
    assert.equal(world.names.asked(`_postrider.${domain.domain}`), asked);
  }),
);

const verification = (method: 'GET' | 'POST'): Case[] => [
  it('returns 200 with what is missing, never an error', async (world) => {
    const owner = await world.own();
    const domain = await newDomain(owner);
    const reply = await owner.key.send({ method, path: `/domains/${domain.id}/verify` });
    answered(reply, 200, { id: domain.id, status: 'pending', verified: false, problem: null });
    isInstant(reply.body.lastCheckedAt);
    for (const { status, found, message } of reply.body.records)
      assert.deepEqual([status, found, message], ['pending', [], null]);
  }),
  it('verifies a domain whose records are published, and notifies the owner', async (world) => {
    const owner = await world.own();
    const domain = await settledDomain(owner);
    publishRecords(world, domain);
    await forgetCheck(world, domain);
    const reply = await owner.key.send({ method, path: `/domains/${domain.id}/verify` });
    answered(reply, 200, { status: 'verified', verified: true, dmarc: { found: true, policy: 'none' } });
    isInstant(reply.body.verifiedAt);
    while (!world.mailbox.to(owner.email).some(({ subject }) => subject === `${domain.domain} is verified`)) {
      await world.mailbox.next(owner.email, world.mailbox.to(owner.email).length + 1);
    }
    refused(
      await owner.api.patch(`/users/@me/projects/${owner.project.id}`, { mode: 'live' }),
      400,
      'PROJECT_NOT_READY',
      { missing: ['provider'] },
    );
  }),
  it('does not repeat a check younger than 10 s', async (world) => {
    const owner = await world.own();
    const domain = await newDomain(owner);
    const check = () => owner.key.send({ method, path: `/domains/${domain.id}/verify` });
    const [first, second] = [await check(), await check()];
    assert.equal(first.body.lastCheckedAt, second.body.lastCheckedAt);
  }),
  it('names what is wrong with a record', async (world) => {
    const owner = await world.own();
    const domain = await settledDomain(owner);
    const [ownership] = domain.records;
    publishRecords(world, domain, 'OWNERSHIP');
    world.names.set(ownership?.name ?? '', 'TXT', [`"${ownership?.value}"`]);
    await forgetCheck(world, domain);
    const reply = await owner.key.send({ method, path: `/domains/${domain.id}/verify` });
    answered(reply, 200, { status: 'pending' });
    assert.equal(reply.body.records[0].status, 'mismatch');
    assert.match(reply.body.records[0].message, /quotation marks/);
  }),
  it('allows a domain in one project at a time', async (world) => {
    const owner = await world.own();
    const rival = await world.owner();
    const domain = await settledDomain(owner);
    const theirs = await settledDomain(rival, domain.domain);
    for (const purpose of ['OWNERSHIP', 'DKIM']) {
      const both = [domain, theirs].map(({ records }) => records.find((record) => record.purpose === purpose));
      world.names.set(
        both[0]?.name ?? '',
        'TXT',
        both.map((record) => record?.value.match(/.{1,255}/g) ?? []),
      );
    }
    await forgetCheck(world, domain);
    answered(await owner.key.send({ method, path: `/domains/${domain.id}/verify` }), 200, { status: 'verified' });
    await forgetCheck(world, theirs);
    const claimed = await rival.key.send({ method, path: `/domains/${theirs.id}/verify` });
    answered(claimed, 200, { status: 'pending', problem: 'DOMAIN_CLAIMED', verifiedAt: null });
    const required = claimed.body.records.filter((record: { required: boolean }) => record.required);
    for (const { status } of required) assert.equal(status, 'verified');
    assert.ok(!claimed.text.includes(owner.project.id));
    answered(await owner.key.delete(`/domains/${domain.id}`), 204);
    await forgetCheck(world, theirs);
    answered(await rival.key.send({ method, path: `/domains/${theirs.id}/verify` }), 200, { status: 'verified' });
  }),
];

export const verifyDomain = entry(
  'GET /domains/:id/verify',
  projectEndpoint(verifySubject('GET')),
  unknownIds(verifySubject('GET'), idInPath),
  verification('GET'),
);

export const verifyDomainByPost = entry(
  'POST /domains/:id/verify',
  projectEndpoint(verifySubject('POST')),
  unknownIds(verifySubject('POST'), idInPath),
  verification('POST'),
);

export const deleteDomain = entry(
  'DELETE /domains/:id',
  projectEndpoint(deleteSubject),
  unknownIds(deleteSubject, idInPath),
  it('returns 204 without a body, and 404 the second time', async (world) => {
    const owner = await world.own();
    const { id } = await newDomain(owner);
    const reply = await owner.key.delete(`/domains/${id}`);
    answered(reply, 204);
    assert.equal(reply.text, '');
    refused(await owner.key.delete(`/domains/${id}`), 404, 'RESOURCE_NOT_FOUND', { resource: 'domain', id });
    refused(await owner.key.get(`/domains/${id}`), 404, 'RESOURCE_NOT_FOUND');
  }),
  it('refuses while the project uses it as a sender, and names the use', async (world) => {
    const owner = await world.own();
    const domain = await settledDomain(owner);
    publishRecords(world, domain);
    await forgetCheck(world, domain);
    answered(await owner.key.post(`/domains/${domain.id}/verify`), 200, { status: 'verified' });
    const text = { name: 'Welcome', subject: 'Hello', body: '<p>Hello</p>', type: 'TRANSACTIONAL' };
    const template = await owner.key.post('/templates', { ...text, from: `hello@${domain.domain}` });
    answered(template, 201);
    refused(await owner.key.delete(`/domains/${domain.id}`), 409, 'DOMAIN_IN_USE', {
      templates: [{ id: template.body.id, name: 'Welcome' }],
      campaigns: [],
      workflowSteps: [],
    });
    answered(await owner.key.delete(`/templates/${template.body.id}`), 204);
    answered(await owner.key.delete(`/domains/${domain.id}`), 204);
  }),
);
