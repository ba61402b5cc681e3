import { createPublicKey, createSign, createVerify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ProjectContext, projectContext } from '#platform/context';
import { makeReferences } from '#platform/references';
import { connect, type GivenProject, type TestApp } from '#testing';
import { openProjectSetup, type ProjectSetup } from '#testing/project-setup';
import { deleteDomain } from './delete-domain.ts';
import type { DomainId } from './domain.ts';
import { findDkimKey } from './find-dkim-key.ts';
import { isVerifiedNow, requireDmarc, requireVerifiedSender } from './require-verified-sender.ts';

let setup: ProjectSetup;
let app: TestApp;
let project: GivenProject;
let ctx: ProjectContext;
let count = 0;

beforeAll(async () => {
  setup = await openProjectSetup({
    DNS_RESOLVERS: '127.0.0.1:9',
    BOUNCE_HOST: 'in.postrider.example',
    MARKETING_WITHOUT_DMARC: 'refuse',
  });
  app = setup.app;
});
afterAll(() => setup.close());
beforeEach(async () => {
  project = await app.given.project();
  ctx = projectContext(app.app.services, project.id);
});

async function add(): Promise<{ id: string; domain: string; records: { purpose: string; value: string }[] }> {
  count += 1;
  return (await app.as(project.secretKey).post('/domains', { domain: `send${count}.example` })).body;
}

const markVerified = (id: string): Promise<unknown> =>
  setup.rows("update domains set status = 'verified', verified_at = now() where id = $1", [id]);

const send = (address: string): Promise<void> => ctx.read((reader) => requireVerifiedSender(reader, address));

test('only a verified domain of this project may send, by its exact name (M14, D-610, D-711)', async () => {
  const { id, domain } = await add();

  await expect(send(`a@${domain}`)).rejects.toMatchObject({ code: 'DOMAIN_NOT_VERIFIED', kind: 'forbidden' });
  await markVerified(id);
  await expect(send(`a@${domain}`)).resolves.toBeUndefined();
  await expect(send(`a@mail.${domain}`)).rejects.toMatchObject({ code: 'DOMAIN_NOT_VERIFIED' });
  const neighbour = projectContext(app.app.services, (await app.given.project()).id);
  expect(await neighbour.read((reader) => isVerifiedNow(reader, domain))).toBe(false);
});

test('the sandbox domain may always send (D-672, D-711)', async () => {
  await expect(send('hello@postrider.test')).resolves.toBeUndefined();
  await expect(send('anything@postrider.test')).resolves.toBeUndefined();
  await expect(send('hello@x.postrider.test')).rejects.toMatchObject({ code: 'DOMAIN_NOT_VERIFIED' });
});

test('the refusal names what is missing and an address to try (D-611)', async () => {
  const { id, domain } = await add();
  const refusalText = async (address: string) => (await send(address).catch((error: { text: unknown }) => error))?.text;

  expect(await refusalText(`a@${domain}`)).toEqual({
    message: `${domain} is not verified for this project.`,
    details: { reason: 'DOMAIN_NOT_VERIFIED', domain },
    suggestion: 'Missing: ownership, DKIM, return path. To try now, send from hello@postrider.test.',
  });
  expect(await refusalText('a@unknown.example')).toMatchObject({
    suggestion: 'Add unknown.example as a domain of the project. To try now, send from hello@postrider.test.',
  });
  await setup.rows('update domains set is_claimed = true where id = $1', [id]);
  expect(await refusalText(`a@${domain}`)).toMatchObject({
    suggestion: expect.stringContaining('Another project has verified'),
  });
});

test('the key signs what the published record verifies (M1)', async () => {
  const { domain, records } = await add();

  const key = await ctx.read((reader) => findDkimKey(reader, domain));

  expect(key).toMatchObject({ domain, selector: 'postrider' });
  const published = records.find(({ purpose }) => purpose === 'DKIM')?.value.split('p=')[1] ?? '';
  const publicKey = createPublicKey({ key: Buffer.from(published, 'base64'), format: 'der', type: 'spki' });
  const signature = createSign('sha256')
    .update('a message')
    .sign(key?.privateKey ?? '');
  expect(createVerify('sha256').update('a message').verify(publicKey, signature)).toBe(true);
  expect(await ctx.read((reader) => findDkimKey(reader, 'unknown.example'))).toBeNull();
});

test('a sealed key opens for its own row alone (T34)', async () => {
  const [one, two] = [await add(), await add()];
  await setup.rows(
    'update domain_keys set private_key = (select private_key from domain_keys where domain_id = $1) where domain_id = $2',
    [one.id, two.id],
  );

  await expect(ctx.read((reader) => findDkimKey(reader, one.domain))).resolves.not.toBeNull();
  await expect(ctx.read((reader) => findDkimKey(reader, two.domain))).rejects.toThrow();
});

test('where the operator wants it, marketing mail needs a DMARC record (M2, D-705)', async () => {
  const { id, domain } = await add();
  const checkDmarc = (address: string) => ctx.read((reader) => requireDmarc(reader, address));

  await expect(checkDmarc(`a@${domain}`)).rejects.toMatchObject({
    code: 'DMARC_REQUIRED',
    text: { details: { reason: 'DMARC_REQUIRED', domain } },
  });
  await setup.rows("update domains set dmarc_policy = 'none' where id = $1", [id]);
  await expect(checkDmarc(`a@${domain}`)).resolves.toBeUndefined();
  await expect(checkDmarc('hello@postrider.test')).resolves.toBeUndefined();
});

test('a domain that is a sender somewhere is not deleted, and the refusal names at most 20 of each kind (D-714)', async () => {
  const { id, domain } = await add();
  const asked: string[] = [];
  const uses = [
    ...Array.from({ length: 25 }, (_, index) => ({ by: 'template', id: `t${index}`, name: `Mail ${index}` }) as const),
    { by: 'workflow-step', id: 's1', name: 'Mail 1', workflow: { id: 'w1', name: 'Onboarding' } } as const,
  ];
  const references = {
    ...makeReferences([]),
    find: async (_reader: unknown, target: string, key: string) => {
      asked.push(`${target} ${key}`);
      return uses;
    },
  };

  const refused = await deleteDomain({ ...ctx, references }, id as DomainId).catch((error: unknown) => error);

  expect(asked).toEqual([`domain ${domain}`]);
  expect(refused).toMatchObject({ code: 'DOMAIN_IN_USE', kind: 'conflict' });
  const { details } = (refused as { text: { details: Record<string, unknown[]> } }).text;
  expect(details.templates).toHaveLength(20);
  expect(details).toMatchObject({
    campaigns: [],
    workflowSteps: [{ id: 's1', name: 'Mail 1', workflowId: 'w1', workflowName: 'Onboarding' }],
  });
  expect(await ctx.read((reader) => findDkimKey(reader, domain))).not.toBeNull();
});

test('the gate can see whether a sender is verified, and nothing else of a domain', async () => {
  const admin = await connect(app.databaseUrl);
  await admin.query('begin; set local role postrider_dispatch');

  await expect(admin.query('select project_id, domain, status from domains')).resolves.toBeDefined();
  await admin.query('savepoint here');
  await expect(admin.query('select findings from domains')).rejects.toThrow(/permission denied/);
  await admin.query('rollback to here');
  await expect(admin.query('select private_key from domain_keys')).rejects.toThrow(/permission denied/);
  await admin.query('rollback');
  await admin.end();
});
