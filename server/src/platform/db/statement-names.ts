import { createHash } from 'node:crypto';

const max = 300;
const afterUses = 3;

/**
 * Names statements that are repeated on the connections of a pool, so that the server parses and plans them once per connection.
 * Invariant: at most 300 statements are ever named, whatever callers send.
 */
export function makeStatementNames(): (sql: string) => string | undefined {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known || names.size >= max || sql.length > 20_000) return known;
    const count = (uses.get(sql) ?? 0) + 1;
    if (count < afterUses) {
      if (uses.size > 2_000) uses.clear();
      uses.set(sql, count);
      return undefined;
    }
    uses.delete(sql);
    const name = `p_${createHash('sha1').update(sql).digest('hex').slice(0, 20)}`;
    names.set(sql, name);
    return name;
  };
}
