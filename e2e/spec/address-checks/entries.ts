import assert from 'node:assert/strict';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { type Entry, entry, it } from '../entry.ts';
import { answered, includes, invalid } from '../world/expect.ts';
import type { World } from '../world/world.ts';

async function checkAddress(world: World, email: string) {
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
  it('returns everything about an address that mail can reach (D-421)', async (world) => {
    world.names.set('verify.test', 'MX', ['10 in.verify.test']);
    world.names.set('www.verify.test', 'A', ['192.0.2.7']);
    assert.deepEqual(await checkAddress(world, ' Ada+News@Verify.test '), {
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
  it('says why mail cannot reach one (D-421)', async (world) => {
    world.names.set('null.test', 'MX', ['0 .']);
    world.names.set('null.test', 'A', ['192.0.2.7']);
    world.names.set('parked.test', 'NS', ['ns1.example']);
    world.names.set('plain.test', 'AAAA', ['2001:db8::7']);
    world.names.set('mail.test', 'MX', ['10 in.mail.test']);
    for (const [domain, valid, domainExists, hasWebsite, hasMxRecords, reasons] of [
      ['nowhere.test', false, false, false, false, ['DOMAIN_NOT_FOUND']],
      ['null.test', false, true, true, false, ['NULL_MX']],
      ['parked.test', false, true, false, false, ['NO_MAIL_SERVER']],
      ['plain.test', true, true, true, false, []],
      ['mail.test', true, true, false, true, []],
    ] as const) {
      const facts = { valid, domainExists, hasWebsite, hasMxRecords, reasons };
      includes(await checkAddress(world, `ada@${domain}`), facts);
    }
  }),
  it('detects typing errors, free mailboxes, disposable and masking domains (D-421)', async (world) => {
    const unknown = await checkAddress(world, 'ada@outlock.com');
    assert.deepEqual([unknown.valid, unknown.reasons], [false, ['DOMAIN_NOT_FOUND', 'POSSIBLE_TYPO']]);
    for (const domain of ['gmail.com', 'inbox.mailinator.com', 'duck.com', 'opayq.com', 'outlok.com']) {
      world.names.set(domain, 'MX', [`10 in.${domain}`]);
    }
    const typo = await checkAddress(world, 'ada@outlok.com');
    assert.deepEqual([typo.isTypo, typo.suggestedEmail, typo.reasons], [true, 'ada@outlook.com', ['POSSIBLE_TYPO']]);
    const personal = { valid: true, isPersonalEmail: true, isTypo: false, reasons: [] };
    includes(await checkAddress(world, 'ada@gmail.com'), personal);
    const { isDisposable, valid, reasons } = await checkAddress(world, 'ada@inbox.mailinator.com');
    assert.deepEqual([isDisposable, valid, reasons], [true, true, ['DISPOSABLE']]);
    const masking = { valid: true, isAlias: true, isDisposable: false, reasons: ['ALIAS'] };
    includes(await checkAddress(world, 'ada@duck.com'), masking);
    const both = await checkAddress(world, 'ada@opayq.com');
    assert.deepEqual([both.isDisposable, both.isAlias, both.reasons], [true, true, ['DISPOSABLE', 'ALIAS']]);
  }),
  it('takes an address for valid when name servers fail (D-422)', async (world) => {
    for (const type of ['MX', 'A', 'AAAA', 'NS'] as const) world.names.set('failing.test', type, 'SERVFAIL');
    const result = await checkAddress(world, 'ada@failing.test');
    assert.deepEqual(
      [result.valid, result.domainExists, result.hasMxRecords, result.reasons],
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
