import type { ReactElement } from 'react';
import { frameOf } from '../../api/frame.ts';
import { type ActivityStats, useDayStats } from '../../api/home.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { BalanceLine } from '../../widgets/balance-line/balance-line.tsx';
import { dateFormat } from '../../widgets/figures/format.ts';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';

/** Where the mails of the last 24 hours are: the parts must add up to what was accepted. */
export function DayBalance(): ReactElement {
  const day = useDayStats();
  return (
    <StateFrame state={frameOf(day)} isEmpty={!day.data} skeleton={<SkeletonLines lines={5} />} empty={null}>
      {day.data && <Balance stats={day.data} />}
    </StateFrame>
  );
}

function Balance({ stats: { balance, to } }: { readonly stats: ActivityStats }): ReactElement {
  const { project } = useProject();
  const rows = (status?: string) => paths.emails(project.id, { within: '24h', status });
  const until = dateFormat(
    { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    project.timezone,
  ).format(Math.min(Date.parse(to), Date.now()));
  return (
    <BalanceLine
      label="Balance of the last 24 hours"
      caption={`Last 24 hours, to ${until} (${project.timezone})${project.mode === 'test' ? ', test mail' : ''}`}
      addsUpSentence="Adds up: nothing is lost"
      total={{ label: 'accepted', count: balance.accepted, href: rows() }}
      parts={[
        { label: 'delivered', count: balance.delivered, href: rows('delivered'), shape: 'dot', tone: 'good' },
        { label: 'handed over', count: balance.handedOver, href: rows('handed'), shape: 'bull', tone: 'second' },
        { label: 'bounced', count: balance.bounced, href: rows('bounced'), shape: 'cross', tone: 'bad' },
        { label: 'not sent', count: balance.notSent, href: rows('notsent'), shape: 'slash', tone: 'second' },
        { label: 'waiting', count: balance.waiting, href: rows('waiting'), shape: 'ring', tone: 'third' },
      ]}
    />
  );
}
