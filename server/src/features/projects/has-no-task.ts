import { type RawBuilder, sql } from 'kysely';

/**
 * For a query of projects: true for those that no task of this kind is about, neither waiting nor running. A second task beside one that
 * runs for long would only occupy a worker.
 */
export const hasNoTask = ({ name }: { readonly name: string }): RawBuilder<boolean> => sql`not exists (
  select from queue.job q
   where q.name = ${name} and q.state in ('created', 'retry', 'active')
     and q.data -> 'payload' ->> 'projectId' = projects.id::text)`;
