import assert from 'node:assert/strict';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import type { Entry } from '../entry.ts';
import { entry, it } from '../entry.ts';
import { answered, invalid } from '../world/expect.ts';
import type { World } from '../world/world.ts';

async function verdict(world: World, email: string) {
  const { key } = await world.own();
  const reply = await key.post('/v1/verify', { email });
  answered(reply, 200, { success: true });
  return reply.body.data;
}

const verify = entry(
  'POST /v1/verify',
  projectEndpointWithBody({
    endpoint: 'POST /v1/verify',
    status: 200,
    request: async () => ({ path: '/v1/verify', body: { email: 'ada@nowhere.test' } }),
  }),
  it('tells everything about an address that mail can reach', async (world) => {
    world.names.set('verify.test', 'MX', ['10 in.verify.test']);
    world.names.set('www.verify.test', 'A', ['192.0.2.7']);
    assert.deepEqual(await verdict(world, ' Ada+News@Verify.test '), {
      email: 'ada+news@verify.test',
      valid: true,
      isDisposable: false,
      isAlias: false,
      isTypo: false,
      isPlusAddressed: true,
      isPersonalEmail: false,
      domainExists: true,
      hasWebsite: true,
      hasMxRecords: true,
      reasons: [],
    });
  }),
  it('says why mail cannot reach one', async (world) => {
    world.names.set('null.test', 'MX', ['0 .']);
    world.names.set('null.test', 'A', ['192.0.2.7']);
    world.names.set('parked.test', 'NS', ['ns1.example']);
    world.names.set('plain.test', 'A', ['192.0.2.7']);
    for (const [domain, valid, reasons] of [
      ['nowhere.test', false, ['DOMAIN_NOT_FOUND']],
      ['null.test', false, ['NULL_MX']],
      ['parked.test', false, ['NO_MAIL_SERVER']],
      ['plain.test', true, []],
    ] as const) {
      const { valid: isValid, reasons: told } = await verdict(world, `ada@${domain}`);
      assert.deepEqual([isValid, told], [valid, reasons], domain);
    }
  }),
  it('knows slips of the hand, free mailboxes, throw-away and masking domains', async (world) => {
    for (const domain of ['gmail.com', 'mailinator.com', 'duck.com', 'opayq.com', 'outlok.com']) {
      world.names.set(domain, 'MX', [`10 in.${domain}`]);
    }
    const typo = await verdict(world, 'ada@outlok.com');
    assert.deepEqual([typo.isTypo, typo.suggestedEmail, typo.reasons], [true, 'ada@outlook.com', ['POSSIBLE_TYPO']]);
    assert.equal((await verdict(world, 'ada@gmail.com')).isPersonalEmail, true);
    const { isDisposable, valid, reasons } = await verdict(world, 'ada@mailinator.com');
    assert.deepEqual([isDisposable, valid, reasons], [true, true, ['DISPOSABLE']]);
    assert.deepEqual((await verdict(world, 'ada@duck.com')).reasons, ['ALIAS']);
    const both = await verdict(world, 'ada@opayq.com');
    assert.deepEqual([both.isDisposable, both.isAlias, both.reasons], [true, true, ['DISPOSABLE', 'ALIAS']]);
  }),
  it('turns nobody away when name servers fail', async (world) => {
    for (const type of ['MX', 'A', 'AAAA', 'NS'] as const) world.names.set('failing.test', type, 'SERVFAIL');
    const told = await verdict(world, 'ada@failing.test');
    assert.deepEqual(
      [told.valid, told.domainExists, told.hasMxRecords, told.reasons],
      [true, true, true, ['DNS_UNAVAILABLE']],
    );
  }),
  it('refuses a malformed address, and creates no contact', async (world) => {
    const { key } = await world.own();
    invalid(await key.post('/v1/verify', { email: 'ada' }), ['email', 'invalid_string', 'ada']);
    invalid(await key.post('/v1/verify', {}), ['email', 'required']);
    invalid(await key.post('/v1/verify', { email: 7 }), ['email', 'invalid_type', 'number']);
    answered(await key.get('/contacts'), 200, { total: 0 });
  }),
);

export const addressCheckEntries: readonly Entry[] = [verify];
