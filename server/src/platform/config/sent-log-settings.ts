import { z } from 'zod';
import { optionalText, setting, whole } from './setting.ts';

const sending = { group: 'Sending' };

/** The record of what has left, outside of the database. */
export const sentLogSettings = {
  SENT_LOG: setting(
    optionalText.pipe(z.string().regex(/^\//, 'an absolute path').nullable()),
    'Folder outside of the database into which each worker writes what is about to leave and what has left: a report after a restore, and the sign by which workers notice one. Empty: no log. `docs/operating/point-in-time-recovery.md`.',
    { ...sending, fallback: '' },
  ),
  SENT_LOG_DAYS: setting(
    whole(1, 3_650),
    'How many days the files of `SENT_LOG` are kept: at least as long as the oldest moment to which the database may be restored.',
    { ...sending, fallback: '30' },
  ),
} as const;
