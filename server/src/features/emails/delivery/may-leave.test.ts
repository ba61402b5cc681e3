import { randomUUIDv7 } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openUsage } from '#features/billing';
import { type ProjectId, projectContext } from '#platform/context';
import { nilId } from '#platform/ids';
import { copyDatabase, dropDatabase, urlOf } from '#testing/database';
import { connect, openSetup } from '#testing/spool-setup';
import { acceptMails } from '../accept/accept-mails.ts';
import type { AcceptedMail } from '../accept/accepted-mail.ts';
import { loadSuppressions } from '../accept/load-suppressions.ts';
import type { EmailId } from '../email.ts';
import { loadMails } from './load-mails.ts';
import { stopReasons } from './mail-stops.ts';
import { type LeavingFacts, mayLeave } from './may-leave.ts';
import { releaseHeld } from './release-held.ts';

/**
 * Every combination of the facts: acceptance, the worker's memory, the gate in the database and both releases of held mail
 * are tested with one table of cases.
 */
const types = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const;
const projectStates = ['fine', 'isDeleted', 'isDisabled', 'isPaused', 'isMarketingPaused'] as const;
const domains = ['sandbox', 'verified', 'pending', 'missing'] as const;
const suppressions = [null, { reason: 'BOUNCE', blocks: 'ALL' }, { reason: 'COMPLAINT', blocks: 'MARKETING' }] as const;
const instance = [null, 'MANUAL'] as const;
const contacts = ['subscribed', 'unsubscribed', 'deleted', 'none'] as const;
const stopLists = [
  [],
  ...stopReasons.map((reason) => [reason]),
  ['BILLING_LIMIT', 'CAMPAIGN_CANCELLED'],
  ['CAMPAIGN_PAUSED', 'BILLING_LIMIT'],
];

interface GateCase {
  readonly id: string;
  readonly projectId: string;
  readonly recipient: string;
  readonly contactId: string | null;
  readonly domain: string;
  readonly campaignId: string | null;
  readonly workflowId: string | null;
  readonly facts: LeavingFacts;
}

/** The campaign or workflow that has these stops, one for each list and project. */
const sources = new Map<string, string>();
function sourceOf(projectId: string, stops: readonly string[]): string {
  const key = `${projectId} ${stops.join(' ')}`;
  const id = sources.get(key) ?? randomUUIDv7();
  sources.set(key, id);
  return id;
}

const projectIds = new Map(projectStates.map((state) => [state, randomUUIDv7()]));

function allCases(): GateCase[] {
  const cases: GateCase[] = [];
  for (const type of types)
    for (const isExpired of [false, true])
      for (const state of projectStates)
        for (const domain of domains)
          for (const suppression of suppressions)
            for (const instanceSuppression of instance)
              for (const contact of contacts)
                for (const stops of stopLists) {
                  const project = { isDeleted: false, isDisabled: false, isPaused: false, isMarketingPaused: false };
                  if (state !== 'fine') project[state] = true;
                  const projectId = projectIds.get(state) ?? '';
                  const isWorkflow = stops[0] === 'WORKFLOW_PAUSED';
                  cases.push({
                    id: randomUUIDv7(),
                    projectId,
                    recipient: `case-${cases.length}@example.com`,
                    contactId: contact === 'none' ? null : randomUUIDv7(),
                    domain: domain === 'sandbox' ? 'postrider.test' : `${domain}-${state.toLowerCase()}.example`,
                    campaignId: isWorkflow || stops.length === 0 ? null : sourceOf(projectId, stops),
                    workflowId: isWorkflow ? sourceOf(projectId, stops) : null,
                    facts: { type, isExpired, project, domain, suppression, instanceSuppression, contact, stops },
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

const gate = async (some: readonly GateCase[], { as = fence, isAgain = false, boot = randomUUIDv7() } = {}) => {
  const { rows } = await client.query<{ id: string; attempt: number }>(
    `select id, attempt from gate_deliveries($1, $2, $3, $4, $5, 'postrider.test')`,
    [some.map((one) => one.projectId), some.map((one) => one.id), some.map(() => as), some.map(() => isAgain), boot],
  );
  return rows;
};

describe('one rule for every place that asks whether a mail may be sent', () => {
  test('the facts loaded for a mail are those of its case', async () => {
    const setup = await openSetup(urlOf(name));
    for (const [, projectId] of projectIds) {
      const own = cases.filter((one) => one.projectId === projectId);
      const ctx = projectContext(setup.services, projectId as ProjectId);
      const mails = await ctx.read((reader) =>
        loadMails(
          reader,
          own.map(({ id }) => id),
        ),
      );
      for (const { id, facts } of own) {
        const loaded = mails.get(id)?.facts;
        expect({ ...loaded, stops: loaded?.stops.toSorted() }).toMatchObject({
          ...facts,
          stops: facts.stops.toSorted(),
        });
      }
    }
    await setup.close();
  });

  test('the gate lets exactly those mails pass for which mayLeave returns go (T20, I5, I8, D-621)', async () => {
    const passed = new Set((await gate(cases)).map(({ id }) => id));

    const wrong = cases.filter(({ id, facts }) => passed.has(id) !== (mayLeave(facts).kind === 'go'));
    expect(wrong.map(({ facts }) => facts)).toEqual([]);
    expect(passed.size).toBe(28);
  });

  test('nothing passes while the data of the project is being erased (D-1152)', async () => {
    const open = cases.filter(({ facts }) => mayLeave(facts).kind === 'go');
    await client.query('update deliveries set phase = null, attempt = 0; update projects set wipe_began_at = now()');
    const passed = await gate(open);
    await client.query('update projects set wipe_began_at = null');
    expect([passed.length, (await gate(open)).length]).toEqual([0, open.length]);
  });

  test('another fence, an expired lease or a mail that has passed before do not pass (F5)', async () => {
    const open = cases.filter(({ facts }) => mayLeave(facts).kind === 'go').slice(0, 4);
    await client.query(`update deliveries set phase = null, attempt = 0 where id = any($1)`, [
      open.map(({ id }) => id),
    ]);
    const [other, lapsed, twice, again] = open as [GateCase, GateCase, GateCase, GateCase];

    expect(await gate([other], { as: randomUUIDv7() })).toEqual([]);
    await client.query(`update deliveries set lease_until = now() - interval '1 ms' where id = $1`, [lapsed.id]);
    expect(await gate([lapsed])).toEqual([]);
    expect(await gate([twice])).toEqual([{ id: twice.id, attempt: 1 }]);
    expect(await gate([twice])).toEqual([]);
    expect(await gate([again])).toEqual([{ id: again.id, attempt: 1 }]);
    expect(await gate([again], { isAgain: true })).toEqual([{ id: again.id, attempt: 2 }]);
  });

  test('acceptance closes exactly the mails that mayLeave would close for what is known then', async () => {
    const known = cases.filter(
      ({ projectId, facts: { isExpired, domain, contact, stops } }) =>
        projectId === projectIds.get('fine') &&
        !isExpired &&
        domain === 'verified' &&
        contact !== 'deleted' &&
        stops.length === 0,
    );
    const setup = await openSetup(urlOf(name));
    const ctx = projectContext(setup.services, projectIds.get('fine') as ProjectId);
    const accepted = await ctx.transaction(async (tx) => {
      const mails = known.map(acceptedMail);
      const listed = await loadSuppressions(
        tx,
        mails.map(({ recipient }) => recipient),
      );
      return acceptMails(tx, mails, { listed, usage: await openUsage(tx, 'transactional') });
    });
    await setup.close();

    const expected = known
      .map(({ facts }) => mayLeave(facts))
      .map((one) => (one.kind === 'close' ? one.closure : null));
    expect(accepted.map(({ closure }) => closure)).toEqual(expected);
    expect(known).toHaveLength(54);
  });

  test('both releases free exactly the mail whose reason has ended, whichever it was', async () => {
    const held = new Map<GateCase, string>();
    for (const one of cases) {
      const verdict = mayLeave(one.facts);
      if (verdict.kind === 'hold') held.set(one, verdict.reason);
    }
    await client.query(
      `update deliveries d set hold_reason = w.reason, lease_until = null, fence = null, due_at = now() + interval '1 hour'
         from unnest($1::uuid[], $2::text[]) w (id, reason) where d.id = w.id`,
      [[...held.keys()].map(({ id }) => id), [...held.values()]],
    );
    const setup = await openSetup(urlOf(name));
    const found = async (): Promise<string[]> => {
      const { rows } = await client.query<{ project_id: string }>(
        `select project_id from projects_with_released_mail('postrider.test', 100)`,
      );
      return rows.map((row) => row.project_id).toSorted();
    };
    const released = async (): Promise<string[]> => {
      for (const [, projectId] of projectIds) {
        const ctx = projectContext(setup.services, projectId as ProjectId);
        while (await ctx.transaction(releaseHeld));
      }
      const { rows } = await client.query<{ id: string }>(
        'select id from deliveries where id = any($1) and hold_reason is null',
        [[...held.keys()].map(({ id }) => id)],
      );
      return rows.map((row) => row.id).toSorted();
    };
    expect(await found()).toEqual([]);
    expect(await released()).toEqual([]);

    let repaired = (facts: LeavingFacts): LeavingFacts => facts;
    for (const [reason, sql, repair] of repairs) {
      const before = repaired;
      repaired = (facts) => repair(before(facts));
      await client.query(sql);
      const isHeldBy = (one: GateCase, facts: LeavingFacts): boolean => {
        const verdict = mayLeave(facts);
        return verdict.kind === 'hold' && verdict.reason === held.get(one);
      };
      const free = [...held.keys()].filter((one) => held.get(one) === reason && !isHeldBy(one, repaired(one.facts)));
      expect(free.length, reason).toBeGreaterThan(0);
      expect(await found(), reason).toEqual([...new Set(free.map(({ projectId }) => projectId))].toSorted());
      const all = [...held.keys()].filter((one) => !isHeldBy(one, repaired(one.facts))).map(({ id }) => id);
      expect(await released(), reason).toEqual(all.toSorted());
    }
    await setup.close();
    const { rowCount } = await client.query('select from deliveries where hold_reason is not null');
    expect(rowCount).toBe(0);
  });

  test('mail of a cancelled campaign is cancelled whatever else is known, and a reason of a newer version holds', () => {
    const [plain] = cases;
    const verdictOn = (facts: Partial<LeavingFacts>) => plain && mayLeave({ ...plain.facts, ...facts });

    expect(verdictOn({ stops: ['BILLING_LIMIT', 'CAMPAIGN_CANCELLED'], isExpired: true })).toEqual({
      kind: 'close',
      closure: { status: 'CANCELLED', reason: 'CAMPAIGN_CANCELLED' },
    });
    expect(verdictOn({ stops: ['CAMPAIGN_FROZEN'] })).toEqual({ kind: 'hold', reason: 'CAMPAIGN_FROZEN' });
  });

  test('only workers can call the gate', async () => {
    await client.query('begin');
    await client.query('set local role postrider_app');
    await expect(gate(cases.slice(0, 1))).rejects.toThrow('permission denied');
    await client.query('rollback');
  });
});

/** Each hold reason, how it ends in the tables, and what that changes in the facts. */
const repairs: readonly (readonly [reason: string, sql: string, repair: (facts: LeavingFacts) => LeavingFacts])[] = [
  [
    'PROJECT_DISABLED',
    'update projects set disabled_reason = null',
    (facts) => ({ ...facts, project: { ...facts.project, isDisabled: false } }),
  ],
  [
    'PROJECT_PAUSED',
    'update projects set paused_at = null',
    (facts) => ({ ...facts, project: { ...facts.project, isPaused: false } }),
  ],
  [
    'MARKETING_PAUSED',
    'update projects set marketing_paused_at = null',
    (facts) => ({ ...facts, project: { ...facts.project, isMarketingPaused: false } }),
  ],
  ...stopReasons
    .filter((reason) => reason !== 'CAMPAIGN_CANCELLED')
    .map(
      (reason) =>
        [
          reason,
          `delete from mail_stops where reason = '${reason}'`,
          (facts: LeavingFacts) => ({ ...facts, stops: facts.stops.filter((stop) => stop !== reason) }),
        ] as const,
    ),
  [
    'DOMAIN_NOT_VERIFIED',
    `update domains set status = 'verified', verified_at = now()`,
    (facts) => (facts.domain === 'pending' ? { ...facts, domain: 'verified' } : facts),
  ],
];

const acceptedMail = ({ recipient, contactId, facts: { type, contact } }: GateCase): AcceptedMail => ({
  id: randomUUIDv7() as EmailId,
  type,
  contactId,
  isSubscribed: contact === 'subscribed',
  recipient,
  sourceType: 'TRANSACTIONAL',
  fromEmail: 'a@verified-fine.example',
  fromName: null,
  recipientName: null,
  replyTo: null,
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: null,
  headers: {},
  variables: {},
  warnings: [],
  attachments: [],
  unsubscribeUrl: null,
  tracksOpens: false,
  tracksClicks: false,
  templateId: null,
  campaignId: null,
  workflowId: null,
  executionId: null,
  stepExecutionId: null,
  isTest: false,
  requestId: null,
  resentFrom: null,
  depth: 0,
  isPublic: false,
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
    cases.map(({ projectId, contactId, campaignId, workflowId, facts, ...one }) => ({
      ...facts,
      ...one,
      project_id: projectId,
      contact_id: contactId,
      campaign_id: campaignId,
      workflow_id: workflowId,
    })),
  );
  const rows = `jsonb_to_recordset($1::jsonb) w (project_id uuid, id uuid, contact_id uuid, campaign_id uuid, workflow_id uuid,
    recipient text, domain text, type text, "isExpired" boolean, contact text, suppression jsonb, "instanceSuppression" text,
    stops text[])`;
  await client.query(
    `insert into emails (project_id, id, contact_id, campaign_id, workflow_id, status, recipient, from_email, type, source_type,
                         created_at, updated_at)
     select project_id, id, contact_id, campaign_id, workflow_id, 'QUEUED', recipient, 'a@' || domain, type, 'TRANSACTIONAL', now(), now() from ${rows}`,
    [list],
  );
  await client.query(
    `insert into deliveries (project_id, id, type, contact_id, campaign_id, source_id, recipient, sender_domain, expires_at,
                             fence, lease_until, claims)
     select project_id, id, type, contact_id, campaign_id, coalesce(campaign_id, workflow_id, '${nilId}'), recipient, domain,
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
  await client.query(
    `insert into mail_stops (project_id, source_id, reason, created_at)
     select distinct project_id, coalesce(campaign_id, workflow_id), stop, now() from ${rows} cross join unnest(stops) stop`,
    [list],
  );
}
