import { answered } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';

export interface Contact {
  id: string;
  email: string;
  subscribed: boolean;
  data: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
}

/** A contact of the owner's project, through the API. */
export async function newContact(owner: Owner, given: object = {}): Promise<Contact> {
  const reply = await owner.key.post('/contacts', { email: newEmail('contact'), ...given });
  answered(reply, 201);
  const { _meta, ...contact } = reply.body;
  return contact;
}
