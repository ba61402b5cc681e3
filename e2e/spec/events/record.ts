import { newEmail, type Owner } from '../world/people.ts';

export interface TrackReply {
  contact: string;
  event: string;
  timestamp: string;
}

/** Records an event of a contact, a new one unless `email` is given. */
export async function record(owner: Owner, event: string, email = newEmail('event')): Promise<TrackReply> {
  const reply = await owner.key.post('/events/track', { email, event });
  if (reply.status !== 200) throw new Error(`tracking returned ${reply.status}: ${reply.text}`);
  return reply.body.data;
}

/** Unsubscribes and subscribes a contact, which the service records by itself. */
export async function flip(owner: Owner, email: string): Promise<void> {
  await owner.key.post('/contacts', { email, subscribed: false });
  await owner.key.post('/contacts', { email, subscribed: true });
}
