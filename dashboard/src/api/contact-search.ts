import type { PostriderSession } from '@postrider/sdk';

/** The first contacts whose address contains a text, for pickers. */
export async function searchContacts(
  session: PostriderSession,
  text: string,
): Promise<readonly { readonly id: string; readonly email: string }[]> {
  const search = text.trim();
  const { data } = await session.contacts.list({ limit: 8, ...(search !== '' && { search }) });
  return data.map(({ id, email }) => ({ id, email }));
}
