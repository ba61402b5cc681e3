import type { ReactElement } from 'react';
import { formatCount } from '../figures/format.ts';
import './usage-list.css';

export type UsageKind = 'campaign' | 'workflow' | 'template' | 'segment';

export interface Usage {
  kind: UsageKind;
  id: string;
  name: string;
  href?: string;
  /** Such as "enabled" or "scheduled for Tuesday". */
  note?: string;
}

const plurals: Record<UsageKind, string> = {
  campaign: 'campaigns',
  workflow: 'workflows',
  template: 'templates',
  segment: 'segments',
};

/** "2 campaigns", "1 workflow": how much uses it, in a row. */
export function UsageChips({ counts }: { counts: Readonly<Partial<Record<UsageKind, number>>> }): ReactElement {
  const kinds: UsageKind[] = ['template', 'campaign', 'workflow', 'segment'];
  const used = kinds.filter((kind) => (counts[kind] ?? 0) > 0);
  if (used.length === 0) return <span className="t13 t3">nothing</span>;
  return (
    <span className="chips">
      {used.map((kind) => (
        <span key={kind} className="chip">
          {formatCount(counts[kind] ?? 0)} {counts[kind] === 1 ? kind : plurals[kind]}
        </span>
      ))}
    </span>
  );
}

interface UsageListProps {
  uses: readonly Usage[];
  /** How many there are in all, when the list holds only the first. */
  total?: number;
  emptySentence?: string;
}

/** What uses a field, a template, a segment or an event name. */
export function UsageList({
  uses,
  total = uses.length,
  emptySentence = 'Nothing uses it.',
}: UsageListProps): ReactElement {
  if (uses.length === 0) return <p className="t2">{emptySentence}</p>;
  return (
    <>
      <ul className="made" aria-label="Used by">
        {uses.map((use) => (
          <li key={`${use.kind} ${use.id}`}>
            {use.href ? (
              <a className="plain" href={use.href}>
                {use.name}
              </a>
            ) : (
              <span>{use.name}</span>
            )}
            <span className="t3 t13">{use.kind}</span>
            {use.note ? <span className="push t13 t3">{use.note}</span> : null}
          </li>
        ))}
      </ul>
      {total > uses.length ? <p className="t13 t3">and {formatCount(total - uses.length)} more</p> : null}
    </>
  );
}
