import type { ProjectContext } from '#platform/context';
import type { DataPatch } from '#pure/custom-fields';
import { type UpsertedContact, upsertContact } from './upsert-contacts.ts';

interface UpsertRequest {
  email: string;
  subscribed: boolean | undefined;
  data: DataPatch;
}

/** `POST /contacts`: an existing address keeps its state unless one is sent; a new one is subscribed (D-215). */
export function createOrUpdateContact(ctx: ProjectContext, request: UpsertRequest): Promise<UpsertedContact> {
  const input = { email: request.email, subscribed: request.subscribed, subscribedWhenNew: true, patch: request.data };
  return ctx.transaction((tx) => upsertContact(tx, input, 'api'));
}
