import type { CapRoom } from '#features/billing';
import { limits } from '#pure/limits';
import type { AudienceFigures, MissingFigures } from './audience-figures.ts';
import type { PlacedOutput } from './check-source.ts';
import { type Finding, finding } from './finding.ts';
import type { LoadedFigures } from './load-figures.ts';

/** From here on a change of the audience is pointed out. */
const changedBy = 0.2;
/** What has not left after this time fails (D-633). */
const longSeconds = 72 * 60 * 60;

interface AudienceFacts {
  readonly loaded: LoadedFigures;
  readonly needed: readonly PlacedOutput[];
  /** Addresses of the sampled contacts. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly estimatedSeconds: number | null;
  /** What the cap allows now; null: as many as there are. */
  readonly room: CapRoom | null;
}

/** What the figures of the audience mean for the campaign. */
export function checkAudience({ loaded, needed, addresses, estimatedSeconds, room }: AudienceFacts): Finding[] {
  if (!loaded) return [finding('NOT_CHECKED', 'The audience is still being counted. Ask again in a moment.')];
  const { figures, audienceBefore } = loaded;
  if (!figures) {
    const message = `The audience could not be counted within ${limits.preflightBackgroundSeconds} seconds.`;
    return [finding('NOT_CHECKED', message, { field: 'audienceType' })];
  }
  const missing = new Map(figures.missing.map((each) => [each.path, each]));
  return [
    ...checkSize(figures, audienceBefore),
    ...needed.flatMap((output) => checkVariable(output, missing.get(output.path), addresses)),
    ...checkCreatedBySend(figures),
    ...checkDuration(estimatedSeconds),
    ...checkRoom(figures, room),
  ];
}

function checkSize({ audience, willReceive }: AudienceFigures, before: number | null): Finding[] {
  const found: Finding[] = [];
  if (willReceive === 0) {
    const message = audience === 0 ? 'Nobody is in the audience.' : 'Nobody in the audience may get this mail.';
    found.push(finding('AUDIENCE_EMPTY', message, { field: 'audienceType', fix: { action: 'choose_audience' } }));
  }
  if (before !== null && before > 0 && Math.abs(audience - before) > changedBy * before) {
    const message = `The audience has ${audience} contacts; at the last preflight it had ${before}.`;
    found.push(finding('AUDIENCE_CHANGED', message, { field: 'audienceType', count: audience }));
  }
  return found;
}

function checkVariable(
  { path, field, position }: PlacedOutput,
  missing: MissingFigures | undefined,
  addresses: ReadonlyMap<string, string>,
): Finding[] {
  if (!missing || missing.count === 0) return [];
  const { count } = missing;
  const message = `${count} ${count === 1 ? 'contact has' : 'contacts have'} no "${path}" and no fallback.`;
  const sample = missing.sample.flatMap((id) => {
    const email = addresses.get(id);
    return email === undefined ? [] : [{ id, email }];
  });
  return [
    finding('VARIABLE_MISSING', message, {
      field,
      position,
      count,
      sample,
      fix: { action: 'add_fallback', variable: path },
    }),
  ];
}

function checkCreatedBySend({ createdBySend }: AudienceFigures): Finding[] {
  if (createdBySend === 0) return [];
  const message = `${createdBySend} of the unsubscribed contacts were created by a send and have never subscribed.`;
  return [finding('CREATED_BY_SEND', message, { count: createdBySend })];
}

function checkDuration(estimatedSeconds: number | null): Finding[] {
  if (estimatedSeconds === null || estimatedSeconds <= longSeconds) return [];
  const message = `At the present rate sending takes ${Math.ceil(estimatedSeconds / 3_600)} hours.`;
  return [finding('SENDING_LONG', message, { field: 'sendRate' })];
}

function checkRoom({ willReceive }: AudienceFigures, room: CapRoom | null): Finding[] {
  if (room === null || willReceive <= room.left) return [];
  const message = `${willReceive} contacts would get it, and the cap of this period allows ${room.left} more mails of campaigns.`;
  return [finding('BILLING_LIMIT', message, { count: willReceive - room.left })];
}
