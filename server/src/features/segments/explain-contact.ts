import type { Contact } from '#features/contacts';
import type { ProjectReader } from '#platform/context';
import { type Condition, type Explanation, explain } from '#pure/conditions';
import type { Audience } from './audience.ts';
import { loadContactFacts } from './load-contact-facts.ts';

/** Each filter of a tree with what this contact has today; the moment and the segments are those of the audience. */
export async function explainContact(
  reader: ProjectReader,
  audience: Audience,
  tree: Condition,
  contact: Contact,
): Promise<Explanation> {
  const facts = (await loadContactFacts(reader, audience, [tree], [contact])).get(contact.id);
  if (!facts) throw new Error('every contact that is asked for has facts');
  return explain(tree, facts);
}
