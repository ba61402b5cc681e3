import type { Suppression } from '../../../api/suppressions.ts';

export const reasonWords: Readonly<Record<Suppression['reason'], string>> = {
  BOUNCE: 'Bounced',
  COMPLAINT: 'Complaint',
  MANUAL: 'Added by hand',
};

export const blockWords: Readonly<Record<Suppression['blocks'], string>> = { ALL: 'All mail', MARKETING: 'Marketing' };

/** Addresses out of a text: one on each line, or parted by commas, semicolons or spaces. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];
