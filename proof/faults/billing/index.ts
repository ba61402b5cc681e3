import { bearer } from '../../../server/testing/client.ts';
import { until } from '../../../server/testing/until.ts';
import { type FaultRun, randomFrom } from '../fault-run.ts';
import { type Repetition, repeat } from '../repetition.ts';
import { trySend } from '../requests.ts';
import { judgeEvents, judgeStates, judgeUnits } from './judge.ts';
import { type Notifications, startNotifications } from './notifications.ts';
import { type BillingWorld, openBillingWorld, type PayingProject } from './setup.ts';
import { hurry, troubleProvider } from './trouble.ts';

/** Mail goes on in these; a subscription of the last project has any status, and it sends nothing. */
const payingStatuses = ['active', 'past_due', 'trialing'];
const allStatuses = [...payingStatuses, 'unpaid', 'canceled'];

/**
 * F48: replies of the payment provider are lost, late or errors, its notifications come three times and in any order, periods end
 * while mail is sent, and processes are killed meanwhile. In the end the provider has counted every unit once, and its state is ours.
 */
export const billingFaults: FaultRun = async ({ isShort, seed, check }) => {
  const [seconds, killEvery] = isShort ? [10, 2] : [120, 5];
  const random = randomFrom(seed);
  const world = await openBillingWorld(Math.ceil(seconds / 2));
  const { client, stripe, projects } = world;
  try {
    const trouble = troubleProvider(stripe, random);
    const notifications = startNotifications(world, random);
    const clock = hurry(world);
    const under = [
      ...projects.slice(0, -1).map((project) => sendMail(world, project, random)),
      changeSubscriptions(world, notifications, random),
    ];
    const killing = repeat(
      () => killEvery * (0.5 + random()),
      (time) => world.kill(time % 4 === 3 ? 'api' : 'worker', time),
    );
    const endsAt = Date.now() + seconds * 1_000;
    const isEnough = (): boolean => Date.now() > endsAt && killing.times > 2 && trouble.lost > 0 && trouble.late > 0;
    await until(isEnough, { seconds: 10 * seconds });
    await Promise.all([...under, killing].map((one) => one.stop()));
    await notifications.finish();
    trouble.end();
    const endedAt = performance.now();
    const isOver = await until(async () => (await client.query(unfinished)).rowCount === 0);
    await clock.stop();

    const { lost, refused, late } = trouble;
    check('billing: processes were killed, and the provider misbehaved', killing.times > 2 && lost > 0 && refused > 0, {
      ...{ kills: killing.times, lost, refused, late },
      ...{ notifications: notifications.ids.length, posts: notifications.posts, repeats: notifications.refused },
    });
    check('billing: in the end every unit is reported', isOver, {
      afterSeconds: Math.round((performance.now() - endedAt) / 1_000),
      unfinished: (await client.query(unfinished)).rows,
    });
    for (const judge of [judgeUnits, judgeEvents, judgeStates]) await judge(world, check);
    const { rowCount } = await client.query('select from payment_events where id = any($1)', [notifications.ids]);
    check('billing: every notification was taken', rowCount === notifications.ids.length, { taken: rowCount });
  } finally {
    await world.close();
  }
};

/** Mail under way, units that no event has, and events that are not known to be counted. */
const unfinished = `
  select 'delivery' as what from deliveries union all select 'units' from billing_units where is_open
  union all select state from meter_events where state <> 'COUNTED'`;

const sendMail = ({ apiUrl }: BillingWorld, project: PayingProject, random: () => number): Repetition =>
  repeat(
    () => 0.2 * random(),
    (time) =>
      trySend(apiUrl(time), {
        ...{ method: 'POST', path: '/v1/send', headers: bearer(project.secretKey) },
        body: { to: `r${time}@example.com`, subject: 'Hello', body: '<p>Hello</p>', from: project.sender },
      }),
  );

/** The next period of a subscription begins where the first one ends; statuses change all the time. */
const changeSubscriptions = (
  { projects }: BillingWorld,
  notifications: Notifications,
  random: () => number,
): Repetition =>
  repeat(
    () => 0.5 * random(),
    async (time) => {
      const project = projects[time % projects.length];
      if (!project) return;
      const { subscription, periodEnd } = project;
      const statuses = time % projects.length === projects.length - 1 ? allStatuses : payingStatuses;
      subscription.status = statuses[Math.floor(random() * statuses.length)] ?? 'active';
      if (periodEnd.getTime() <= Date.now()) {
        subscription.periodStart = periodEnd;
        subscription.periodEnd = new Date(periodEnd.getTime() + 30 * 86_400_000);
      }
      notifications.tell(project);
    },
  );
