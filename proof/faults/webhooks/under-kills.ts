import { until } from '../../../server/testing/until.ts';
import { repeat } from '../repetition.ts';
import { inParallel } from '../requests.ts';
import { receiverAddress } from './addresses.ts';
import { answeringKinds } from './behaviours.ts';
import { leaseSeconds, passUntil, settle } from './passing-time.ts';
import type { WebhookProject, WebhookSetup } from './setup.ts';

export interface KillPlan {
  readonly projects: number;
  /** Of each project. */
  readonly events: number;
  readonly kills: number;
  readonly random: () => number;
}

/** An event that was accepted. */
export interface TrackedEvent {
  readonly project: WebhookProject;
  readonly id: string;
  readonly contactId: string;
  readonly email: string;
  /** When the reply to the deletion of its contact had arrived; null: it was not deleted. */
  erasedAt: number | null;
}

export interface KillResult {
  readonly tracked: readonly TrackedEvent[];
  readonly kills: number;
  /** Of the schedule, after the kills. */
  readonly steps: number;
  /** Whether the host that goes away did. */
  readonly hasVanished: boolean;
  /** Calls that were refused because the name had an address inside. */
  readonly refusedRebinding: number;
}

/** Until all kills were made, on any machine. */
const killSeconds = 1_800;
const rebindingHost = 'rebinding.test';

/**
 * Events for receivers of every behaviour while workers are killed and contacts erased; then time passes until nothing waits for a
 * receiver that replies in the end. Throws if that does not come.
 */
export async function runUnderKills(setup: WebhookSetup, plan: KillPlan): Promise<KillResult> {
  const { zone, receivers } = setup;
  const { random } = plan;
  zone.set(rebindingHost, 'A', [receiverAddress]);
  const projects = await makeReceiving(setup, plan.projects);
  const rebinding = repeat(
    () => random() * 0.1,
    async () => zone.set(rebindingHost, 'A', [random() < 0.5 ? receiverAddress : '127.0.0.1']),
  );
  let answered = 0;
  receivers.onCall = ({ isAnswered }) => {
    if (isAnswered) answered += 1;
  };
  const tracked: TrackedEvent[] = [];
  const tracking = trackAll(projects, plan.events, tracked);
  const erasing = eraseSome(tracked, random);
  const vanishing = vanishAfter(setup, (plan.projects * plan.events) / 5);
  const expected = plan.projects * plan.events * answeringKinds.length;
  let kills = 0;
  // Kills come while the first third arrives: much of the rest waits for receivers that fail.
  const killsDue = (): number => Math.min(plan.kills, Math.floor((answered / expected) * 3 * plan.kills));
  let hasFailed = false;
  tracking.catch(() => {
    hasFailed = true; // it is thrown below
  });
  await until(
    async () => {
      if (kills < killsDue() && (await killSome(setup, random))) kills += 1;
      return hasFailed || kills >= plan.kills;
    },
    { seconds: killSeconds },
  );
  await tracking;
  await rebinding.stop();
  zone.set(rebindingHost, 'A', [receiverAddress]);
  await settle(setup);
  await erasing.stop();
  await vanishing.stop();
  const hasVanished = receivers.isVanished;
  await receivers.reappear();
  const steps = await passUntil(setup, async () => !(await isWaiting(setup)));
  return { tracked, kills, steps, hasVanished, refusedRebinding: await countRefused(setup) };
}

async function makeReceiving(setup: WebhookSetup, count: number): Promise<WebhookProject[]> {
  const projects: WebhookProject[] = [];
  for (let n = 0; n < count; n += 1) {
    const project = await setup.newProject();
    for (const kind of answeringKinds)
      await project.addEndpoint(kind, 'visit', kind === 'rebinding' ? rebindingHost : undefined);
    projects.push(project);
  }
  return projects;
}

const isLeaving = /^leaving-/;

function trackAll(projects: readonly WebhookProject[], events: number, tracked: TrackedEvent[]): Promise<void> {
  const all = Array.from({ length: events }, (_, n) => projects.map((project) => ({ project, n }))).flat();
  return inParallel(all, 8, async ({ project, n }) => {
    const email = `${n % 10 === 0 ? 'leaving' : 'staying'}-${n}@example.com`;
    tracked.push({ project, email, ...(await project.track('visit', email)), erasedAt: null });
  });
}

/** Contacts with one event are deleted, one after the other, while their events are sent. */
function eraseSome(tracked: readonly TrackedEvent[], random: () => number) {
  return repeat(
    () => random() * 0.4,
    async () => {
      const leaving = tracked.filter(({ email, erasedAt }) => isLeaving.test(email) && erasedAt === null);
      const event = leaving[Math.floor(random() * leaving.length)];
      if (!event) return;
      const { status } = await event.project.api.delete(`/contacts/${event.contactId}`);
      if (status !== 204) throw new Error(`a contact was not deleted: ${status}`);
      event.erasedAt = Date.now();
    },
  );
}

/** The host that goes away does so once it got some calls. */
const vanishAfter = ({ receivers }: WebhookSetup, calls: number) =>
  repeat(
    () => 0.1,
    async () => {
      if (!receivers.isVanished && receivers.countOf('vanishing') >= calls) await receivers.vanish();
    },
  );

/** One worker, every other time both. Others have their queues when their leases are past; so does one that still lives. False: none was there. */
async function killSome({ workers, cluster }: WebhookSetup, random: () => number): Promise<boolean> {
  if (!workers.kill(random())) return false;
  if (random() < 0.5) workers.kill(random());
  await cluster.turn(leaseSeconds);
  return true;
}

async function countRefused({ client }: WebhookSetup): Promise<number> {
  const { rows } = await client.query<{ calls: number }>(
    `select count(*)::int as calls from webhook_endpoints w
       join webhook_delivery_log l on l.project_id = w.project_id and l.endpoint_id = w.id
      cross join lateral jsonb_array_elements(l.attempts) a
      where w.url like '%/rebinding/%' and a.value ->> 'error' = 'The host has an address that may not be called.'`,
  );
  return rows[0]?.calls ?? 0;
}

async function isWaiting({ client }: WebhookSetup): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from webhook_endpoints w join webhook_deliveries d on d.project_id = w.project_id and d.endpoint_id = w.id
      where w.enabled limit 1`,
  );
  return rowCount === 1;
}
