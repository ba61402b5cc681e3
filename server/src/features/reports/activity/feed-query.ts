import { type RawBuilder, sql } from 'kysely';
import type { ActivityType } from './activity-types.ts';
import type { FeedDirection, FeedPosition } from './feed-position.ts';

/** Which items: of these types, in this period, whatever their place. */
export interface FeedFilter {
  readonly types: ReadonlySet<ActivityType>;
  readonly contactId: string | null;
  readonly from: Date;
  /** The first moment that no longer belongs to the period. */
  readonly to: Date;
  /** Whether items about test mail, or about live mail, are left out (D-1002). */
  readonly mode: 'live' | 'test' | 'all';
}

/** One bounded part of the feed: the next items behind a position. */
export interface FeedQuery extends FeedFilter {
  readonly direction: FeedDirection;
  /** Null: from the beginning. */
  readonly after: FeedPosition | null;
  readonly limit: number;
}

/** What is known of an item before its details are loaded. */
export interface FeedRecord extends FeedPosition {
  readonly type: ActivityType;
  readonly contactId: string | null;
  readonly source: RecordSource;
}

export type RecordSource =
  | { readonly table: 'events' | 'activity_log'; readonly name: string; readonly emailId: string | null }
  | {
      readonly table: 'executions';
      readonly workflowId: string;
      readonly status: string;
      readonly exitReason: string | null;
    };

/** Records of one kind of source, in the order of the feed. */
export interface FoundRecords {
  readonly records: readonly FeedRecord[];
  /** The last record that was looked at: what is behind it is not known. Null: nothing is left out. */
  readonly lookedTo: FeedPosition | null;
}

export const orderBy = (direction: FeedDirection, ...columns: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`${column} ${sql.raw(direction === 'oldest-first' ? 'asc' : 'desc')}`));
