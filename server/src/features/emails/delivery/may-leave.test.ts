import { randomUUIDv7 } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ProjectId } from '#platform/context';
import { projectContext } from '#platform/context';
import { copyDatabase, dropDatabase, urlOf } from '#testing/database';
import { connect, openYard } from '#testing/spool-yard';
import { loadMails } from './load-mails.ts';
import type { LeavingFacts } from './may-leave.ts';
import { mayLeave } from './may-leave.ts';

/** Every combination of the facts: the gate in the database and its twin in memory see the same table of cases. */
const types = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const;
const projectStates = ['fine', 'isDeleted', 'isDisabled', 'isPaused', 'isMarketingPaused'] as const;
const domains = ['sandbox', 'verified', 'pending', 'missing'] as const;
const suppressions = [null, { reason: 'BOUNCE', blocks: 'ALL' }, { reason: 'COMPLAINT', blocks: 'MARKETING' }] as const;
const instance = [null, 'MANUAL'] as const;
const contacts = ['subscribed', 'unsubscribed', 'deleted', 'none'] as const;

interface Case {
  readonly id: string;
  readonly projectId: string;
  readonly recipient: string;
  readonly contactId: string | null;
  readonly domain: string;
  readonly facts: LeavingFacts;
}

const projectIds = new Map(projectStates.map((state) => [state, randomUUIDv7()]));

function allCases(): Case[] {
  const cases: Case[] = [];
  for (const type of types)
    for (const isExpired of [false, true])
      for (const state of projectStates)
        for (const domain of domains)
          for (const suppression of suppressions)
            for (const instanceSuppression of instance)
              for (const contact of contacts) {
                const project = { isDeleted: false, isDisabled: false, isPaused: false, isMarketingPaused: false };
                if (state !== 'fine') project[state] = true;
                cases.push({
                  id: randomUUIDv7(),
                  projectId: projectIds.get(state) ?? '',
                  recipient: `case-${cases.length}@example.com`,
                  contactId: contact === 'none' ? null : randomUUIDv7(),
                  domain: domain === 'sandbox' ? 'postrider.test' : `${domain}-${state.toLowerCase()}.example`,
                  facts: { type, isExpired, project, domain, suppression, instanceSuppression, contact },
                });
              }
  return cases;
}

const cases = allCases();
const fence = randomUUIDv7();
let name: string;
let client: Client;
beforeAll(async () => {
  name = await copyDatabase(inject('templateDatabase'));
  client = await connect(urlOf(name));
  await fill();
});
afterAll(async () => {
  await client.end();
  await dropDatabase(name);
});

const gate = async (some: readonly Case[], { as = fence, isAgain = false, boot = randomUUIDv7() } = {}) => {
  const { rows } = await client.query<{ id: string; attempt: number }>(
    `select id, attempt from gate_deliveries($1, $2, $3, $4, $5, 'postrider.test')`,
    [some.map((one) => one.projectId), some.map((one) => one.id), some.map(() => as), some.map(() => isAgain), boot],
  );
  return rows;
};

describe('the gate and its twin', () => {
  test('what is loaded for a mail are the facts of its case', async () => {
    const yard = await openYard(urlOf(name));
    for (const [, projectId] of projectIds) {
      const own = cases.filter((one) => one.projectId === projectId);
      const ctx = projectContext(yard.cellar, projectId as ProjectId);
      const mails = await ctx.read((reader) =>
        loadMails(
          reader,
          own.map(({ id }) => id),
        ),
      );
      for (const { id, facts } of own) expect(mails.get(id)?.facts).toMatchObject(facts);
    }
    await yard.close();
  });

  test('T20 I5 I8 the gate lets exactly those mails pass of which the twin says go', async () => {
    const passed = new Set((await gate(cases)).map(({ id }) => id));

    const wrong = cases.filter(({ id, facts }) => passed.has(id) !== (mayLeave(facts).kind === 'go'));
    expect(wrong.map(({ facts }) => facts)).toEqual([]);
    expect(passed.size).toBe(28);
  });

  test('F5 another fence, a lapsed lease or a mail that has passed before do not pass', async () => {
    const open = cases.filter(({ facts }) => mayLeave(facts).kind === 'go').slice(0, 4);
    await client.query(`update deliveries set phase = null, attempt = 0 where id = any($1)`, [
      open.map(({ id }) => id),
    ]);
    const [other, lapsed, twice, again] = open as [Case, Case, Case, Case];

    expect(await gate([other], { as: randomUUIDv7() })).toEqual([]);
    await client.query(`update deliveries set lease_until = now() - interval '1 ms' where id = $1`, [lapsed.id]);
    expect(await gate([lapsed])).toEqual([]);
    expect(await gate([twice])).toEqual([{ id: twice.id, attempt: 1 }]);
    expect(await gate([twice])).toEqual([]);
    expect(await gate([again])).toEqual([{ id: again.id, attempt: 1 }]);
    expect(await gate([again], { isAgain: true })).toEqual([{ id: again.id, attempt: 2 }]);
  });

  test('the gate is for workers alone', async () => {
    await client.query('begin');
    await client.query('set local role postrider_app');
    await expect(gate(cases.slice(0, 1))).rejects.toThrow('permission denied');
    await client.query('rollback');
  });
});

async function fill(): Promise<void> {
  for (const [state, id] of projectIds) {
    await client.query(
      `insert into projects (id, name, handle, created_at, updated_at, deleted_at, disabled_reason, paused_at, marketing_paused_at)
       values ($1, $2, translate(left(md5($2), 8), '0189', 'abcd'), now(), now(), $3, $4, $5, $6)`,
      [
        id,
        state,
        state === 'isDeleted' ? new Date() : null,
        state === 'isDisabled' ? 'MANUAL' : null,
        state === 'isPaused' ? new Date() : null,
        state === 'isMarketingPaused' ? new Date() : null,
      ],
    );
    for (const status of ['verified', 'pending']) {
      await client.query(
        `insert into domains (project_id, id, domain, status, verified_at, created_at, updated_at)
         values ($1, $2, $3, $4, case $4 when 'verified' then now() end, now(), now())`,
        [id, randomUUIDv7(), `${status}-${state.toLowerCase()}.example`, status],
      );
    }
  }
  const list = JSON.stringify(
    cases.map(({ projectId, contactId, facts, ...one }) => ({
      ...facts,
      ...one,
      project_id: projectId,
      contact_id: contactId,
    })),
  );
  const rows = `jsonb_to_recordset($1::jsonb) w (project_id uuid, id uuid, contact_id uuid, recipient text, domain text,
    type text, "isExpired" boolean, contact text, suppression jsonb, "instanceSuppression" text)`;
  await client.query(
    `insert into emails (project_id, id, contact_id, status, recipient, from_email, type, source_type, created_at, updated_at)
     select project_id, id, contact_id, 'QUEUED', recipient, 'a@' || domain, type, 'TRANSACTIONAL', now(), now() from ${rows}`,
    [list],
  );
  await client.query(
    `insert into deliveries (project_id, id, type, contact_id, recipient, sender_domain, expires_at, fence, lease_until, claims)
     select project_id, id, type, contact_id, recipient, domain,
            now() + case when "isExpired" then -1 else 1 end * interval '1 hour', '${fence}', now() + interval '10 minutes', 1
       from ${rows}`,
    [list],
  );
  await client.query(
    `insert into contacts (project_id, id, email, subscribed, source, created_at, updated_at)
     select project_id, contact_id, recipient, contact = 'subscribed', 'api', now(), now() from ${rows}
      where contact in ('subscribed', 'unsubscribed')`,
    [list],
  );
  await client.query(
    `insert into suppressions (project_id, id, email, reason, blocks, created_at)
     select project_id, id, recipient, suppression ->> 'reason', suppression ->> 'blocks', now() from ${rows}
      where suppression ->> 'reason' is not null`,
    [list],
  );
  await client.query(
    `insert into instance_suppressions (email, reason, created_at)
     select recipient, "instanceSuppression", now() from ${rows} where "instanceSuppression" is not null`,
    [list],
  );
}
