import { type InstanceSecrets, keyRing, signaturesOf } from '#platform/crypto';

/** The header of `GET /config` by which doctor knows its own instance. */
export const markHeader = 'x-postrider-instance';

/**
 * What says which installation answers, the current one first: the same for all of its processes, and for those that run with an earlier
 * key. Reveals nothing of the keys.
 */
export const marksOf = (secrets: InstanceSecrets): readonly [string, ...string[]] => {
  const [current, ...older] = signaturesOf(keyRing(secrets, 'instance-mark'), 'instance');
  return [markIn(current), ...older.map(markIn)];
};

const markIn = (signature: Buffer): string => signature.subarray(0, 8).toString('hex');
