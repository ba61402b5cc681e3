import type { ReactElement } from 'react';
import type { Security } from '../../../api/home.ts';
import { formatDuration } from '../../../widgets/figures/format.ts';
import { RelativeTime } from '../../../widgets/figures/relative-time.tsx';
import { causeWords, pausedWords } from './pause-words.ts';

export function PausesTable({ suspensions }: Pick<Security, 'suspensions'>): ReactElement {
  return (
    <section className="mt24">
      <div className="section-h mb8">
        <h2 id="pauses">Pauses</h2>
        <span className="t3">{suspensions.length}</span>
        <span className="more t3">mail is held, never lost</span>
      </div>
      {suspensions.length === 0 ? (
        <p className="t2">There was none.</p>
      ) : (
        <table className="ledger stack-s" aria-labelledby="pauses">
          <thead>
            <tr>
              <th>Began</th>
              <th>Paused</th>
              <th>Cause</th>
              <th>Ended</th>
            </tr>
          </thead>
          <tbody>
            {suspensions.map((pause) => (
              <tr key={pause.id}>
                <td className="nowrap">
                  <RelativeTime at={pause.startedAt} />
                </td>
                <td>
                  <b>{pausedWords(pause)}</b>
                </td>
                <td className="t2">{causeWords(pause)}</td>
                <td className="t2">
                  {pause.endedAt === null
                    ? 'it goes on'
                    : `after ${formatDuration(Date.parse(pause.endedAt) - Date.parse(pause.startedAt))}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
