import type { Client } from 'pg';
import { sleep } from '../fault-run.ts';

/** What an onlooker saw: moments by the clock of this process. */
export interface Seen {
  /** The figures crossed the line for marketing mail. */
  crossedAt: number | null;
  marketingAt: number | null;
  allAt: number | null;
}

export interface Onlooker {
  readonly seen: Readonly<Seen>;
  stop(): Promise<void>;
}

const linePercent = 5;

/** Looks at figures and pauses many times a second, from outside. */
export function watchPauses(client: Client, projectId: string): Onlooker {
  const seen: Seen = { crossedAt: null, marketingAt: null, allAt: null };
  let isStopping = false;
  const look = async (): Promise<void> => {
    while (!isStopping) {
      const { rows } = await client.query<{ percent: number; marketing: boolean; all: boolean }>(
        `select coalesce(100.0 * sum(bounces) / nullif(sum(sent), 0), 0)::float8 as percent,
                bool_or(p.marketing_paused_at is not null) as marketing, bool_or(p.paused_at is not null) as all
           from projects p left join reputation_counts c on c.project_id = p.id and c.scope = 'project' where p.id = $1`,
        [projectId],
      );
      const [row] = rows;
      if (row && row.percent >= linePercent) seen.crossedAt ??= Date.now();
      if (row?.marketing) seen.marketingAt ??= Date.now();
      if (row?.all) seen.allAt ??= Date.now();
      await sleep(0.05);
    }
  };
  const looking = look();
  return {
    seen,
    async stop() {
      isStopping = true;
      await looking;
    },
  };
}
