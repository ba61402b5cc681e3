import { expect, test } from 'vitest';
import type { ContactId } from '#features/contacts';
import { on, type ProjectContext, type ProjectTx, projectContext } from '#platform/context';
import { makeSignals } from '#platform/signals';
import { startSpools } from '#platform/spool';
import { deliverySetup } from '#testing/delivery-setup';
import { givenContact } from '#testing/given-mail';
import { noticeSetup } from '#testing/notice-setup';
import type { ProjectSetup } from '#testing/project-setup';
import { deliveries } from './delivery/deliveries.ts';
import type { EmailId } from './email.ts';
import { forgetContacts } from './erasure/forget-contacts.ts';
import { applyNotices } from './feedback/apply-notices.ts';
import { lockEmail, noteUnsubscribed } from './feedback/note-unsubscribed.ts';
import type { Notice } from './feedback/notice.ts';
import { EmailsClosed, EmailsNoticed } from './signals.ts';

const cause = { depth: 4, is_public: true };
const mark = 'update emails set depth = 4, is_public = true where id = $1';
const at = new Date('2026-01-02T00:00:00Z');

const causesOf = (setup: ProjectSetup) =>
  setup.rows('select name, depth, is_public from events where project_id = $1 order by name', [setup.project.id]);

interface HeardCause {
  depth: number;
  isPublic: boolean;
}

/** The instance with two listeners besides its own. */
function listening({ app, project }: ProjectSetup) {
  const heard: HeardCause[] = [];
  const hear = (some: readonly HeardCause[]) => heard.push(...some.map(({ depth, isPublic }) => ({ depth, isPublic })));
  const signals = makeSignals<ProjectTx>([
    on(EmailsClosed, async (_tx, closed) => void hear(closed)),
    on(EmailsNoticed, async (_tx, noticed) => void hear(noticed)),
  ]);
  const services = { ...app.app.services, signals };
  const ctx: ProjectContext = projectContext(services, project.id);
  return { heard, services, ctx };
}

test('what led to a mail leads to its events: handed over, and refused for an address that does not exist (D-935)', async () => {
  const setup = await deliverySetup();
  const [ada, bob] = [
    await givenContact(setup.client, setup.project.id, 'ada@example.com'),
    await givenContact(setup.client, setup.project.id, 'bob@example.com'),
  ];
  const ids = await setup.mails(2, (index) => ({
    contactId: index === 0 ? ada : bob,
    recipient: index === 0 ? 'ada@example.com' : 'bob@example.com',
  }));
  for (const id of ids) await setup.rows(mark, [id]);
  setup.relay.script = { unknown: /bob/ };
  setup.work();
  await setup.idle();

  expect(await causesOf(setup)).toEqual([
    { name: 'contact.unsubscribed', ...cause },
    { name: 'email.failed', ...cause },
    { name: 'email.sent', ...cause },
  ]);
});

test('a closed mail tells features above what led to it', async () => {
  const setup = await deliverySetup();
  const { heard, services } = listening(setup);
  const [id = ''] = await setup.mails(1);
  await setup.rows(mark, [id]);
  const spools = startSpools(services, [deliveries], { sweepSeconds: 1 });
  await setup.idle();
  await spools.stop();

  expect(heard).toEqual([{ depth: 4, isPublic: true }]);
});

test('so do notices, the subscription that a bounce ends, and an unsubscription by a link (D-935)', async () => {
  const setup = await noticeSetup();
  const { heard, ctx } = listening(setup);
  const [id] = await setup.mails(1);
  await setup.rows(mark, [id]);
  const emailId = id as EmailId;
  const notices: Notice[] = [
    { kind: 'delivery', emailId, at },
    { kind: 'open', emailId, at },
    { kind: 'click', emailId, at, link: 'https://acme.example', isFirstOfLink: true },
    { kind: 'complaint', emailId, at, feedbackType: 'abuse' },
  ];
  await setup.apply(...notices);
  expect(await causesOf(setup)).toEqual(
    ['contact.unsubscribed', 'email.click', 'email.complaint', 'email.delivery', 'email.open'].map((name) => ({
      name,
      ...cause,
    })),
  );

  const [other] = await setup.mails(1);
  await setup.rows(mark, [other]);
  await ctx.transaction(async (tx) => {
    await applyNotices(tx, [{ kind: 'delivery', emailId: other as EmailId, at }]);
    expect(await lockEmail(tx, other ?? '')).toEqual({ depth: 4, isPublic: true });
    await noteUnsubscribed(tx, other ?? '');
  });
  const [waiting] = await setup.mails(1, 'untried');
  await setup.rows(mark, [waiting]);
  await ctx.transaction((tx) => forgetContacts(tx, [{ contactId: waiting as string as ContactId }])); // contacts of this setup have the ids of their mails
  expect(heard).toEqual(Array(3).fill({ depth: 4, isPublic: true }));
});
