import type { ReactElement } from 'react';
import { useCaps } from '../../../api/billing.ts';
import { frameOf } from '../../../api/frame.ts';
import { dateFormat } from '../../../widgets/figures/format.ts';
import { SkeletonLines } from '../../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../../widgets/state-frame/state-frame.tsx';
import { CapsForm } from './caps-form.tsx';

/** Periods are counted in UTC. */
const day = (at: string): string => dateFormat({ day: 'numeric', month: 'long' }, 'UTC').format(Date.parse(at));

export function CapsSection(): ReactElement {
  const caps = useCaps();
  return (
    <section>
      <div className="section-h mb8">
        <h2>This period</h2>
        {caps.data && (
          <span className="t13 t3">
            {day(caps.data.period.start)} until {day(caps.data.period.end)}, by the clock of UTC
          </span>
        )}
      </div>
      <StateFrame
        state={frameOf(caps)}
        isEmpty={caps.data === undefined}
        skeleton={<SkeletonLines lines={8} />}
        empty={null}
      >
        {caps.data && <CapsForm caps={caps.data} />}
      </StateFrame>
    </section>
  );
}
