import type { Client } from 'pg';
import { sleep } from '../fault-run.ts';

/** When the changes were observed, by the clock of this process. */
export interface PauseTimes {
  /** The bounce rate crossed the threshold for marketing mail. */
  crossedAt: number | null;
  marketingAt: number | null;
  allAt: number | null;
}

export interface PauseWatch {
  readonly times: Readonly<PauseTimes>;
  stop(): Promise<void>;
}

const thresholdPercent = 5;

/** Queries counts and pauses many times a second, from outside. */
export function watchPauses(client: Client, projectId: string): PauseWatch {
  const times: PauseTimes = { crossedAt: null, marketingAt: null, allAt: null };
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
      if (row && row.percent >= thresholdPercent) times.crossedAt ??= Date.now();
      if (row?.marketing) times.marketingAt ??= Date.now();
      if (row?.all) times.allAt ??= Date.now();
      await sleep(0.05);
    }
  };
  const looking = look();
  return {
    times,
    async stop() {
      isStopping = true;
      await looking;
    },
  };
}
