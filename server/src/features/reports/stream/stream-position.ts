import { nilId, readId } from '#platform/ids';
import { isStoredInstant } from '#pure/instants';
import type { FeedPosition } from '../activity/feed-position.ts';

/** A position as `Last-Event-ID` has it: moment, id and kind of the last item, or a moment before which everything was sent (D-1046). */
export const writeStreamPosition = ({ at, recordId, kind }: FeedPosition): string =>
  recordId === nilId ? String(at.getTime()) : `${at.getTime()}_${recordId}_${kind}`;

/** Null: not readable. */
export function readStreamPosition(text: string): FeedPosition | null {
  const [, ms = '', id = nilId, kind = ''] = /^(\d{1,16})(?:_([0-9a-f-]{36})_([a-z]{1,20}))?$/.exec(text) ?? [];
  const [at, recordId] = [new Date(Number(ms)), readId(id)];
  return ms !== '' && isStoredInstant(at) && recordId ? { at, recordId, kind } : null;
}

/** Behind everything that was recorded before the moment. */
export const positionAt = (ms: number): FeedPosition => ({ at: new Date(ms), recordId: nilId, kind: '' });
