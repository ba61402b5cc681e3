import type { CampaignStats } from '../../../api/campaigns.ts';
import { formatCount, formatRate } from '../../../widgets/figures/format.ts';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import type { DeepStop } from '../../../widgets/route-line/deep-route.tsx';
import { balanceOf } from './balance-of.ts';

/** The line of a campaign: each figure with its rate and base, then what stayed behind. */
export function deepStops(stats: CampaignStats): DeepStop[] {
  const { totalRecipients, sentCount, deliveredCount, openedCount, clickedCount } = stats;
  const { handedOver, bounced, notSent, waiting } = balanceOf(stats);
  const rate = (part: number, base: number, of: string, about = '') => {
    const text = formatRate(part, base);
    return text === null ? [] : [`${about}${text} of ${formatCount(base)} ${of}`];
  };
  const counted = (...parts: readonly (readonly [count: number, words: string])[]) => {
    const present = parts.filter(([count]) => count > 0).map(([count, words]) => `${formatCount(count)} ${words}`);
    return present.length === 0 ? [] : [present.join(', ')];
  };
  return [
    { name: 'Accepted', count: totalRecipients, notes: [] },
    {
      name: 'Handed over',
      count: sentCount,
      notes: [...rate(sentCount, totalRecipients, 'accepted'), ...counted([notSent, 'not sent'], [waiting, 'waiting'])],
    },
    {
      name: 'Delivered',
      count: deliveredCount,
      isGood: true,
      notes: [
        ...rate(deliveredCount, sentCount, 'handed over'),
        ...counted([bounced, 'bounced'], [handedOver, 'without notice']),
      ],
    },
    {
      name: 'Opened',
      count: openedCount,
      isApproximate: true,
      notes: [
        ...rate(openedCount, deliveredCount, 'delivered', 'about '),
        ...(stats.machineOpens > 0 ? [`${countOf(stats.machineOpens, 'machine open', 'machine opens')} left out`] : []),
      ],
    },
    {
      name: 'Clicked',
      count: clickedCount,
      notes: [
        ...rate(clickedCount, deliveredCount, 'delivered'),
        ...counted([stats.unsubscribedCount, 'unsubscribed'], [stats.complainedCount, 'complained']),
      ],
    },
  ];
}
