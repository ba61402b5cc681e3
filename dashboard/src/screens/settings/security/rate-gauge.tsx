import type { ReactElement } from 'react';
import type { Security } from '../../../api/home.ts';
import { formatCount, formatRate } from '../../../widgets/figures/format.ts';
import { Gauge } from '../../../widgets/gauge/gauge.tsx';

interface RateGaugeProps {
  readonly title: string;
  readonly kind: 'bounces' | 'complaints';
  readonly security: Security;
}

/** The rate over seven days, which decides, against the lines where we act. */
export function RateGauge({ title, kind, security }: RateGaugeProps): ReactElement {
  const { sevenDay, twentyFourHour } = security.status;
  const lines = security.thresholds[kind === 'bounces' ? 'bounce' : 'complaint'];
  const rate = kind === 'bounces' ? sevenDay.bounceRate : sevenDay.complaintRate;
  return (
    <section>
      <div className="set-h section-h">
        <h2>{title}</h2>
        <span className="more">of mails handed over</span>
      </div>
      <div className="rowflex baseline mt8 wrap-s">
        <span className="fig-l">{formatRate(sevenDay[kind], sevenDay.total) ?? 'None'}</span>
        <span className="t2">
          {formatCount(sevenDay[kind])} of {formatCount(sevenDay.total)} in 7 days
        </span>
        <span className="push t13 t3">
          {formatCount(twentyFourHour[kind])} of {formatCount(twentyFourHour.total)} in 24 h
        </span>
      </div>
      <div className="gauge-place">
        <Gauge
          label={title}
          value={sevenDay.total === 0 ? null : rate}
          max={Number((lines.pauseAll * 1.25).toPrecision(1))}
          lines={[
            { at: lines.warn, words: 'we warn', level: 'warn' },
            { at: lines.pauseMarketing, words: 'marketing pauses', level: 'pause' },
            { at: lines.pauseAll, words: 'all pauses', level: 'all' },
          ]}
        />
      </div>
    </section>
  );
}
