import type { ProjectId } from '#platform/context';
import { callOnce, type Database } from '#platform/db';
import type { KeyKind } from '#platform/identity';
import { JoinedCalls } from './joined-calls.ts';

export interface ApiKeyRow {
  project_id: ProjectId;
  key_last4: string;
  disabled_reason: string | null;
}

interface WantedKey {
  readonly hash: string;
  readonly kind: KeyKind;
}

type FoundRow = ApiKeyRow & WantedKey;

/** Finds the projects of keys. Requests that wait for a connection at the same time share one call. */
export function keyFinder(database: Database): (hash: string, kind: KeyKind) => Promise<ApiKeyRow | null> {
  const calls = new JoinedCalls<WantedKey, Map<string, ApiKeyRow>>();

  const send = async (close: () => readonly WantedKey[]): Promise<Map<string, ApiKeyRow>> => {
    const args = (): string[][] => {
      const keys = [...new Map(close().map((key) => [nameOf(key), key])).values()];
      return [keys.map(({ hash }) => hash), keys.map(({ kind }) => kind)];
    };
    const rows = await callOnce<FoundRow>(database, 'postrider_app', 'find_keys', args); // of nobody: both connections serve it
    return new Map(rows.map((row) => [nameOf(row), row]));
  };

  return async (hash, kind) => {
    const found = await calls.join('all keys', { hash, kind }, send);
    return found.get(nameOf({ hash, kind })) ?? null;
  };
}

const nameOf = ({ hash, kind }: WantedKey): string => `${kind}:${hash}`;
