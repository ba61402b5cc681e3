import { until } from '@postrider/server/testing/until';
import { paths } from '../../../dashboard/src/navigation/paths.ts';
import { expectNoViolations } from '../accessibility.ts';
import type { BrowserRun } from '../browser-run.ts';

const contactCount = 100_000;
const maxTaskMs = 200;

/** A hundred thousand contacts are scrolled through to the last one; no task of the page holds it up. */
export const manyContactsRun: BrowserRun = {
  name: 'contacts-100000',
  async run(world) {
    const owner = await world.owner();
    await world.sql(
      `insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
       select $1, gen_random_uuid(), 'p' || lpad(n::text, 6, '0') || '@people.example', n % 3 <> 0,
              jsonb_build_object('plan', 'pro', 'n', n), 'api', now() - n * interval '1 second', now()
       from generate_series(1, $2::int) as n`,
      [owner.project.id, contactCount],
    );
    await world.sql(
      `insert into contact_totals (project_id, contacts, subscribed)
       select project_id, count(*), count(*) filter (where subscribed) from contacts where project_id = $1 group by 1`,
      [owner.project.id],
    );
    await world.sql('analyze contacts');
    const watched = await world.open(paths.contacts(owner.project.id, { sort: 'email', dir: 'asc' }), { as: owner });
    const { page } = watched;
    await page.getByRole('link', { name: 'p000001@people.example' }).waitFor();
    await page.evaluate(watchTasks);

    // Why no mouse: each step goes to the end of what is loaded, which makes the next page come.
    for (let loaded = 0; loaded < contactCount; ) {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      const before = loaded;
      await until(async () => {
        loaded = await page.evaluate<number>(lastPlace);
        return loaded > before;
      });
      if (loaded === before) throw new Error(`no row after ${before} came`);
    }
    await page.getByRole('link', { name: 'p100000@people.example' }).waitFor();
    const drawn = await page.locator('tbody tr[data-place]').count();
    world.check('the last of 100,000 is reached, and only rows near the window are drawn', drawn < 200, drawn);
    const tasks = await page.evaluate<number[]>('window.longTasks');
    const longest = Math.round(Math.max(0, ...tasks));
    world.check(
      `no task over ${maxTaskMs} ms while scrolling; the longest took ${longest} ms`,
      longest <= maxTaskMs,
      tasks.length,
    );
    await world.picture(watched, 'last');
    expectNoViolations(world, watched, '100,000 contacts');
  },
};

const watchTasks = `
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
  }).observe({ type: 'longtask' });
`;

/** How many rows the last drawn one has before it, and itself. */
const lastPlace = `
  Number([...document.querySelectorAll('table[aria-label="Contacts"] tbody tr[data-place]')].at(-1)?.dataset.place ?? -1) + 1
`;
