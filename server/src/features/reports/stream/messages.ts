import type { FeedPosition } from '../activity/feed-position.ts';
import { writeStreamPosition } from './stream-position.ts';

export type EventName = 'activity' | 'email' | 'campaign' | 'domain' | 'job' | 'more' | 'reset';

/** One message of a stream (D-1043). JSON has no line breaks outside of texts, where they are escaped. */
export const message = (event: EventName, data: object, position?: FeedPosition): string =>
  `event: ${event}\n${position ? idLine(position) : ''}data: ${JSON.stringify(data)}\n\n`;

/** Moves the position of the reader without a message; the comment keeps the connection alive. */
export const heartbeat = (position: FeedPosition): string => `:\n${idLine(position)}\n`;

/** The first part of a stream. */
export const opening = (position: FeedPosition | null): string =>
  `: open\nretry: 2000\n${position ? idLine(position) : ''}\n`;

const idLine = (position: FeedPosition): string => `id: ${writeStreamPosition(position)}\n`;
