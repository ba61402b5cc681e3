import { callOnce, type Database } from '#platform/db';

/** Microseconds since 1970 by the database clock. */
export type Micros = number;

export interface FoundLine {
  nowAt: Micros;
  lane: number;
  /** Null for a lane without work, which still returns the time. */
  found: { secondAt: Micros; projectId: string; firstDueAt: Micros } | null;
}

export interface FindFrom {
  lane: number;
  at: Micros;
  projectId: string;
}

/** Where the next claim of a project continues: behind the last row taken from it. */
export interface ClaimPosition {
  readonly projectId: string;
  readonly at: Micros;
  readonly id: string;
}

export interface ClaimedRow {
  projectId: string;
  id: string;
  claims: number;
  dueAt: Micros;
}

/** Identifies a claim in the database. */
export interface ClaimRef {
  readonly projectId: string;
  readonly id: string;
  readonly fence: string;
}

export interface Wait {
  /** One of the two is set. */
  untilAt: Micros | null;
  afterSeconds: number | null;
  /** The claim failed: its count of claims is kept. */
  keepsCount: boolean;
}

/** The functions of 0002_spool.sql for one table, one round trip each. Refused claims are returned as indexes from 0. */
export interface Dispatch {
  find(from: readonly FindFrom[], max: number): Promise<FoundLine[]>;
  claim(
    lane: number,
    positions: readonly ClaimPosition[],
    share: number,
    fence: string,
    seconds: number,
  ): Promise<ClaimedRow[]>;
  complete(claims: readonly ClaimRef[]): Promise<number[]>;
  postpone(claims: readonly ClaimRef[], waits: readonly Wait[]): Promise<number[]>;
  renew(claims: readonly ClaimRef[], seconds: number): Promise<number[]>;
  reap(fromAt: Micros): Promise<{ nowAt: Micros; reaped: number }>;
}

export function dispatchOf(database: Database, table: string): Dispatch {
  const call = <Row>(verb: string, ...args: (string | number)[]): Promise<Row[]> =>
    callOnce<Row>(database, 'postrider_worker', `spool_${verb}_${table}`, args);
  const callOnClaims = async (
    verb: string,
    claims: readonly ClaimRef[],
    ...more: (string | number)[]
  ): Promise<number[]> => {
    const answer = await call<Record<string, number[]>>(verb, ...keysOf(claims), ...more);
    return answer.flatMap((row) => Object.values(row).flat()).map((position) => position - 1);
  };

  return {
    async find(from, max) {
      const starts = [listOf(from, 'lane'), listOf(from, 'at'), listOf(from, 'projectId')];
      return (await call<FindRow>('find', ...starts, max)).map(foundLine);
    },
    async claim(lane, positions, share, fence, seconds) {
      const after = [listOf(positions, 'projectId'), listOf(positions, 'at'), listOf(positions, 'id')];
      return (await call<ClaimRow>('claim', String(lane), ...after, share, fence, seconds)).map(claimedRow);
    },
    complete: (claims) => callOnClaims('complete', claims),
    postpone: (claims, waits) =>
      callOnClaims(
        'postpone',
        claims,
        listOf(waits, 'untilAt'),
        listOf(waits, 'afterSeconds'),
        listOf(waits, 'keepsCount'),
      ),
    renew: (claims, seconds) => callOnClaims('renew', claims, seconds),
    async reap(fromAt) {
      const [row] = await call<{ now_at: Micros; reaped: number }>('reap', fromAt);
      if (!row) throw new Error('the reaper gave no answer');
      return { nowAt: row.now_at, reaped: row.reaped };
    },
  };
}

const keysOf = (claims: readonly ClaimRef[]): string[] => [
  listOf(claims, 'projectId'),
  listOf(claims, 'id'),
  listOf(claims, 'fence'),
];

/** An array as PostgreSQL reads it. Values are ids, numbers, booleans and null, which need no quoting. */
const listOf = <T>(items: readonly T[], key: keyof T): string =>
  `{${items.map((item) => item[key] ?? 'null').join(',')}}`;

interface FindRow {
  now_at: Micros;
  lane: number;
  second_at: Micros | null;
  project_id: string | null;
  first_due_at: Micros | null;
}

const foundLine = (row: FindRow): FoundLine => ({
  nowAt: row.now_at,
  lane: row.lane,
  found:
    row.second_at !== null && row.project_id !== null && row.first_due_at !== null
      ? { secondAt: row.second_at, projectId: row.project_id, firstDueAt: row.first_due_at }
      : null,
});

interface ClaimRow {
  project_id: string;
  id: string;
  claims: number;
  due_at: Micros;
}

const claimedRow = (row: ClaimRow): ClaimedRow => ({
  projectId: row.project_id,
  id: row.id,
  claims: row.claims,
  dueAt: row.due_at,
});
