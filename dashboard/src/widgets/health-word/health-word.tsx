import type { ReactElement } from 'react';
import './health-word.css';

export type HealthLevel = 'good' | 'warn' | 'bad';

const words: Record<HealthLevel, string> = { good: 'In good order', warn: 'Watch', bad: 'Paused' };
const spoken: Record<HealthLevel, string> = { good: 'state: good', warn: 'state: warning', bad: 'state: bad' };

/** The state of a project or an instance; the word ends in its shape, as a sentence ends in a stop. */
export function HealthWord({ level, word = words[level] }: { level: HealthLevel; word?: string }): ReactElement {
  return (
    <span className="health-word">
      {word}
      <span className={`fullstop ${level}`} role="img" aria-label={spoken[level]} />
    </span>
  );
}
