import type { Segment } from '../../api/segments.ts';

/** "Dynamic, tracked": how a segment gets its members, and whether it fires events. */
export const kindWords = ({ type, trackMembership }: Pick<Segment, 'type' | 'trackMembership'>): string =>
  `${type === 'STATIC' ? 'Static' : 'Dynamic'}${trackMembership ? ', tracked' : ''}`;
