import assert from 'node:assert/strict';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, invalid, isInstant, isUuid7, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { forgetDomains, newDomain, newDomainName } from './new-domain.ts';

const subject = {
  endpoint: 'POST /domains',
  status: 201,
  role: 'ADMIN',
  async request(world: World, owner: Owner) {
    await forgetDomains(world, owner);
    return { path: '/domains', body: { domain: newDomainName() } };
  },
} as const;

export const createDomain = entry(
  'POST /domains',
  projectEndpointWithBody(subject),
  it('returns the domain with the records to add', async (world) => {
    const { key, project } = await world.own();
    const domain = newDomainName();
    const reply = await key.post('/domains', { domain: ` ${domain.toUpperCase()}. ` });
    answered(reply, 201, {
      domain,
      status: 'pending',
      verified: false,
      verifiedAt: null,
      atRiskSince: null,
      problem: null,
      mailFromDomain: `bounce.${domain}`,
      trackingDomain: null,
      inbound: false,
      dmarc: { found: false, policy: null },
      projectId: project.id,
    });
    const { records, dkimTokens, id, nextCheckAt, createdAt, updatedAt } = reply.body;
    isUuid7(id);
    for (const moment of [nextCheckAt, createdAt, updatedAt]) isInstant(moment);
    assert.deepEqual(
      records.map(({ purpose, type, name, required }: Record<string, unknown>) => [purpose, type, name, required]),
      [
        ['OWNERSHIP', 'TXT', `_postrider.${domain}`, true],
        ['DKIM', 'TXT', `${dkimTokens[0]}._domainkey.${domain}`, true],
        ['DMARC', 'TXT', `_dmarc.${domain}`, false],
      ],
    );
    assert.match(records[0].value, /^postrider-verification=[\w-]{43}$/);
    assert.match(records[1].value, /^v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{392}$/);
  }),
  it('converts international names, and accepts the own project id', async (world) => {
    const { key, project } = await world.own();
    const reply = await key.post('/domains', { domain: 'Bücher-Laden.example', projectId: project.id.toUpperCase() });
    answered(reply, 201, { domain: 'xn--bcher-laden-thb.example' });
    const foreign = { domain: newDomainName(), projectId: world.strangersProject };
    refused(await key.post('/domains', foreign), 404, 'RESOURCE_NOT_FOUND', { resource: 'project' });
  }),
  it('keeps the challenge of a project over delete and re-add, and gives another project another one', async (world) => {
    const owner = await world.own();
    const first = await newDomain(owner);
    await owner.key.delete(`/domains/${first.id}`);
    const again = await newDomain(owner, first.domain);
    const stranger = world.extras.stranger.api.with({ 'x-project-id': world.strangersProject });
    const other = await stranger.post('/domains', { domain: first.domain });
    answered(other, 201);
    assert.equal(again.records[0]?.value, first.records[0]?.value);
    assert.notEqual(again.records[1]?.value, first.records[1]?.value);
    assert.notEqual(other.body.records[0].value, first.records[0]?.value);
  }),
  it('refuses what is no domain, and domains that cannot be added', async (world) => {
    const { key } = await world.own();
    invalid(await key.post('/domains', {}), ['domain', 'required']);
    invalid(await key.post('/domains', { domain: null }), ['domain', 'required']);
    invalid(await key.post('/domains', { domain: 7 }), ['domain', 'invalid_type', 'number']);
    for (const domain of ['', 'acme', 'https://acme.com', 'ada@acme.com', '-a.com', 'a_b.com', `${'a'.repeat(64)}.com`])
      invalid(await key.post('/domains', { domain }), ['domain', 'invalid_string']);
    for (const domain of ['192.0.2.1', '::1', 'co.uk', 'postrider.test', 'x.postrider.test', 'gmail.com'])
      invalid(await key.post('/domains', { domain }), ['domain', 'custom']);
    invalid(
      await key.post('/domains', { domain: 'bad', projectId: 'x' }),
      ['domain', 'invalid_string'],
      ['projectId', 'invalid_string', 'x'],
    );
  }),
  it('takes a domain and a name below it as two (D-711)', async (world) => {
    const owner = await world.own();
    const first = await newDomain(owner);
    const below = await newDomain(owner, `mail.${first.domain}`);
    assert.notEqual(below.id, first.id);
    await world.sql(`update domains set status = 'verified', verified_at = now() where id = $1`, [first.id]);
    answered(await owner.key.get(`/domains/${below.id}`), 200, { status: 'pending' });
    const mail = { to: 'ann@people.example', subject: 'Hello', body: 'Hello' };
    answered(await owner.key.post('/v1/send', { ...mail, from: `a@${first.domain}` }), 200);
    const refusal = await owner.key.post('/v1/send', { ...mail, from: `a@mail.${first.domain}` });
    refused(refusal, 403, 'DOMAIN_NOT_VERIFIED', { domain: below.domain });
  }),
  it('refuses a second time with the id of the first', async (world) => {
    const owner = await world.own();
    const { id, domain } = await newDomain(owner);
    refused(await owner.key.post('/domains', { domain }), 409, 'DOMAIN_EXISTS', { id });
  }),
  it('refuses the 51st', async (world) => {
    const { key, project } = await world.owner();
    await world.sql(
      `insert into domains (project_id, id, domain, created_at, updated_at)
       select $1, gen_random_uuid(), 'n' || n || '.example', now(), now() from generate_series(1, 50) n`,
      [project.id],
    );
    refused(await key.post('/domains', { domain: newDomainName() }), 400, 'DOMAIN_LIMIT_REACHED');
  }),
);
