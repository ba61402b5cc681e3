import type { Meaning } from '../tree.ts';
import { momentText } from './moments.ts';
import type { CompileOptions } from './options.ts';
import { piece, type SqlPiece } from './piece.ts';

/** An event filter (D-317). The row of contact_events has the last event of a name, and no operator needs more. */
export function compileEvent(
  { name, operator, milliseconds }: Extract<Meaning, { kind: 'event' }>,
  { now, eventNames }: Pick<CompileOptions, 'now' | 'eventNames'>,
): SqlPiece {
  const names = eventNames?.(name) ?? [name];
  const cutoff = momentText(now.getTime() - milliseconds);
  const since = piece` and e.last_at >= ${cutoff}::timestamptz`;
  switch (operator) {
    case 'triggered':
      return existing(names, nothing);
    case 'notTriggered':
      return piece`not ${existing(names, nothing)}`;
    case 'triggeredWithin':
      return existing(names, since);
    case 'notTriggeredWithin':
      return piece`not ${existing(names, since)}`;
    case 'triggeredOlderThan': {
      const older = existing(names, piece` and e.last_at < ${cutoff}::timestamptz`);
      // Several names have several rows; the latest of them decides.
      return names.length === 1 ? older : piece`(${existing(names, nothing)} and not ${existing(names, since)})`;
    }
  }
}

const nothing = piece``;

function existing(names: readonly string[], when: SqlPiece): SqlPiece {
  const [name = ''] = names;
  const named = names.length === 1 ? piece`e.name = ${name}::text` : piece`e.name = any (${names}::text[])`;
  return piece`exists (select from contact_events e where e.project_id = c.project_id and ${named} and e.contact_id = c.id${when})`;
}
