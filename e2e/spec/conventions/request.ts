import type { OutgoingHttpHeaders } from 'node:http';
import type { Call, Client, Reply } from '@postrider/server/testing/client';
import type { EndpointName } from '../endpoints.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

export interface GoodRequest {
  path: string;
  body?: Record<string, unknown>;
  /** A body that is not JSON, with its headers. */
  raw?: string | Buffer;
  headers?: OutgoingHttpHeaders;
}

/**
 * The endpoint with a request that is valid in every way, made for each case: standard cases send it with other
 * credentials, another body or another method.
 */
export interface Subject {
  endpoint: EndpointName;
  /** Status of a successful reply. */
  status: number;
  request(world: World, owner: Owner): Promise<GoodRequest>;
  /** The role a session needs; without it any team member may call. */
  role?: 'ADMIN';
  /** The limit of a body; the one in the document unless given. */
  bodyLimitBytes?: number;
  /** Methods of the same path that an endpoint with a path parameter serves: an event may be called `names`. */
  alsoServed?: readonly string[];
}

export const methodOf = ({ endpoint }: Subject): string => endpoint.split(' ')[0] ?? '';
export const templateOf = ({ endpoint }: Subject): string => endpoint.split(' ')[1] ?? '';
export const isRead = (subject: Subject): boolean => methodOf(subject) === 'GET';

/** Sends the good request of a subject as `client`, with changes. */
export async function ask(
  subject: Subject,
  world: World,
  client: Client,
  change: Partial<Call> | ((good: GoodRequest) => Partial<Call>) = {},
): Promise<Reply> {
  const good = await subject.request(world, await world.own());
  const call: Call = { method: methodOf(subject), ...good };
  const changes = typeof change === 'function' ? change(good) : change;
  return client.send({ ...call, ...changes, headers: { ...good.headers, ...changes.headers } });
}
