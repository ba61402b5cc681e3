import type { ProjectContext } from '#platform/context';
import type { DataPatch } from '#pure/custom-fields';
import type { UpsertedContact } from './upsert-contacts.ts';
import { upsertContact } from './upsert-contacts.ts';

interface Request {
  email: string;
  subscribed: boolean | undefined;
  data: DataPatch;
}

/** `POST /contacts`: an existing address keeps its state unless one is sent; a new one is subscribed (D-215). */
export function createOrUpdateContact(ctx: ProjectContext, request: Request): Promise<UpsertedContact> {
  const wish = { email: request.email, subscribed: request.subscribed, subscribedWhenNew: true, patch: request.data };
  return ctx.transaction((tx) => upsertContact(tx, wish, 'api'));
}
